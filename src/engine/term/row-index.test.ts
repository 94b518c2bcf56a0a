import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RowIndex } from './row-index.ts';

interface Thing {
  readonly id: number;
  readonly label: string;
}

/** Versions of a collection: a listing, or rows read later; null: the row is gone. */
const row = fc.record({
  id: fc.integer({ min: 1, max: 8 }),
  label: fc.option(fc.constantFrom('a', 'b', 'c')),
});
const version = fc.record({ isListing: fc.boolean(), rows: fc.array(row, { maxLength: 8 }) });

/** Builds the listings of these versions; an unchanged row is the same object. */
function listingsOf(
  versions: readonly {
    readonly isListing: boolean;
    readonly rows: readonly { id: number; label: string | null }[];
  }[],
) {
  let [items, listed, reread] = [
    new Map<number, Thing>(),
    new Map<number, Thing>(),
    new Set<number>(),
  ];
  return versions.map(({ isListing, rows }) => {
    const before = items;
    const took = rows.map(
      ({ id, label }) => [id, label === null ? null : same(before.get(id), { id, label })] as const,
    );
    items = isListing ? new Map() : new Map(before);
    for (const [id, one] of took) {
      if (one === null) items.delete(id);
      else items.set(id, one);
    }
    [listed, reread] = isListing
      ? [items, new Set()]
      : [listed, new Set([...reread, ...took.map(([id]) => id)])];
    const since = reread;
    return { items, listed, reread: () => since };
  });
}

const same = (before: Thing | undefined, now: Thing): Thing =>
  before?.label === now.label ? before : now;

test('what is found is what a look at every row finds, and each row is asked once', () => {
  fc.assert(
    fc.property(fc.array(version, { minLength: 1, maxLength: 12 }), fc.nat(), (versions, seed) => {
      const index = new RowIndex();
      const asked: Thing[] = [];
      const words = (thing: Thing): readonly string[] => {
        asked.push(thing);
        return [thing.label, thing.label.toUpperCase()];
      };
      const listings = listingsOf(versions);
      // A pass may hold an older listing than other passes.
      const older = listings[seed % listings.length];
      for (const listing of [...listings, ...(older === undefined ? [] : [older])]) {
        for (const word of ['a', 'b', 'C', 'nowhere']) {
          const all = [...listing.items.values()].filter(({ label }) =>
            [label, label.toUpperCase()].includes(word),
          );
          expect(index.find(listing, words, word)).toEqual(all.toSorted((a, b) => a.id - b.id));
        }
      }
      expect(asked.length).toBe(new Set(asked).size);
    }),
  );
});

test('two kinds of words about one row do not mix', () => {
  const index = new RowIndex();
  const items = new Map([[1, { id: 1, label: 'a' }]]);
  const listing = { items, listed: items, reread: () => [] };
  expect(index.find(listing, ({ label }) => label, 'a')).toHaveLength(1);
  expect(index.find(listing, ({ id }) => String(id), 'a')).toEqual([]);
});

test('a listing is gone through once', () => {
  const index = new RowIndex();
  const items = new Map([[1, { id: 1, label: 'a' }]]);
  let looks = 0;
  const listed = new Proxy(items, {
    get: (map, member) => {
      if (member === Symbol.iterator) looks += 1;
      const value: unknown = Reflect.get(map, member);
      return typeof value === 'function' ? value.bind(map) : value;
    },
  });
  const words = ({ label }: Thing): string => label;
  for (const word of ['a', 'b', 'a']) index.find({ items, listed, reread: () => [] }, words, word);
  expect(looks).toBe(1);
});

test('a word of several letters is one word', () => {
  const items = new Map([[1, { id: 1, label: 'ab' }]]);
  const find = (word: string) =>
    new RowIndex().find(
      { items, listed: items, reread: () => [] },
      ({ label }: Thing) => label,
      word,
    );
  expect([find('ab').length, find('a').length]).toEqual([1, 0]);
});
