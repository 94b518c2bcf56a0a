import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Collection,
  emptyCollection,
  noteDeleted,
  takeListing,
  takeRow,
} from './collection.ts';

interface Row {
  readonly id: number;
  readonly label: string;
}
const at = (ms: number) => ({ wall: 1_000_000 + ms, steady: ms });
const rows = (...ids: number[]) =>
  new Map(ids.map((id): [number, Row] => [id, { id, label: `${id}` }]));
const upTo = (count: number): number[] => Array.from({ length: count }, (_, i) => i + 1);
const SPACING = 1_000;
const list = (before: Collection<Row>, listed: ReadonlyMap<number, Row>, ms: number) =>
  takeListing(before, { read: listed, unread: new Map() }, at(ms), SPACING);
const first = (...ids: number[]): Collection<Row> =>
  list(emptyCollection(), rows(...ids), 0).collection;

describe('changes from a listing', () => {
  test('the first one reports nothing', () => {
    expect(list(emptyCollection(), rows(1, 2), 0)).toMatchObject({
      changed: [],
      collection: { items: rows(1, 2), doubt: null },
    });
  });

  test('is what changed, appeared and vanished', () => {
    const listed = new Map([...rows(1, 4), [2, { id: 2, label: 'new' }]]);
    expect(list(first(1, 2, 3), listed, 10).changed).toEqual([4, 2, 3]);
  });

  test('what stayed the same is the same object', () => {
    const before = first(1, 2);
    const { collection } = list(before, rows(1, 2), 10);
    expect(collection.items.get(1)).toBe(before.items.get(1));
  });

  test('always: exactly the difference of both, when little vanishes', () => {
    const labels = fc.uniqueArray(
      fc.record({ id: fc.integer({ min: 1, max: 30 }), label: fc.constantFrom('a', 'b') }),
      {
        selector: (row) => row.id,
      },
    );
    fc.assert(
      fc.property(labels, labels, (one, two) => {
        const before = new Map(one.map((row) => [row.id, row]));
        const after = new Map(two.map((row) => [row.id, row]));
        const gone = one.filter(({ id }) => !after.has(id)).map(({ id }) => id);
        const step = list(list(emptyCollection<Row>(), before, 0).collection, after, 10);
        const isMany = gone.length > 5 && gone.length > 0.2 * one.length;
        const differs = two
          .filter(({ id, label }) => before.get(id)?.label !== label)
          .map(({ id }) => id);
        expect(new Set(step.changed)).toEqual(new Set([...differs, ...(isMany ? [] : gone)]));
        expect(new Set(step.changed).size).toBe(step.changed.length);
        expect(new Map(step.collection.items)).toEqual(after);
        expect(step.collection.doubt === null).toBe(!isMany);
      }),
    );
  });
});

describe('a row that was read by its id', () => {
  const fresh = { id: 1, label: 'new' };

  test('and was changed back before the next listing is news, although both listings show the same', () => {
    expect(list(takeRow(first(1, 2), 1, fresh, at(5)), rows(1, 2), 10).changed).toEqual([1]);
  });

  test('and is in no listing, neither before nor after, is reported as gone', () => {
    const read = takeRow(first(1), 2, { id: 2, label: '2' }, at(5));
    expect(list(read, rows(1), 10).changed).toEqual([2]);
  });

  test('and was not found is news where the next listing shows it', () => {
    expect(list(takeRow(first(1, 2), 1, null, at(5)), rows(1, 2), 10).changed).toEqual([1]);
  });

  test('after the listing began is neither news nor gone', () => {
    const read = takeRow(first(1), 2, { id: 2, label: '2' }, at(15));
    expect(list(read, rows(1), 10)).toMatchObject({
      changed: [],
      collection: { items: rows(1, 2), doubt: null },
    });
  });

  test('counts among what vanishes: many new items that a listing lacks at once are doubted', () => {
    const read = [2, 3, 4, 5, 6, 7].reduce(
      (so, id) => takeRow(so, id, { id, label: `${id}` }, at(5)),
      first(1),
    );
    expect(list(read, rows(1), 10)).toMatchObject({
      changed: [],
      collection: { doubt: { confirmations: 0 } },
    });
  });

  test('is in the items, and news for its owner with the next listing', () => {
    const read = takeRow(first(1, 2), 1, fresh, at(5));
    expect(read.items).toEqual(new Map([...rows(2), [1, fresh]]));
    expect(list(read, new Map([...rows(2), [1, fresh]]), 10).changed).toEqual([1]);
  });

  test('that says what was known changes nothing', () => {
    const before = first(1);
    expect(takeRow(before, 1, { id: 1, label: '1' }, at(5)).items).toBe(before.items);
  });

  test('is newer than a listing that had begun before', () => {
    const one = takeRow(first(1, 2), 1, fresh, at(5));
    const two = takeRow(one, 2, null, at(5));
    const step = list(takeRow(two, 3, { id: 3, label: '3' }, at(5)), rows(1, 2), 4);
    expect(step.collection.items).toEqual(
      new Map([
        [1, fresh],
        [3, { id: 3, label: '3' }],
      ]),
    );
    expect(list(step.collection, rows(1, 2), 6).collection.items).toEqual(rows(1, 2));
  });

  test('does not undo a newer one', () => {
    const newer = takeRow(first(1), 1, fresh, at(5));
    expect(takeRow(newer, 1, { id: 1, label: 'old' }, at(4))).toBe(newer);
  });
});

describe('much that vanishes at once', () => {
  const half = upTo(10);
  const before = first(...upTo(20));

  test('is not trusted, and is not reported', () => {
    const step = list(before, rows(...half), 10);
    expect(step.changed).toEqual([]);
    expect(step.collection.items).toEqual(rows(...half));
    expect(step.collection.doubt).not.toBeNull();
  });

  test('is believed when two more listings, spaced, show the same', () => {
    const doubted = list(before, rows(...half), 10).collection;
    const tooSoon = list(doubted, rows(...half), 20);
    const once = list(tooSoon.collection, rows(...half), 10 + SPACING);
    const twice = list(once.collection, rows(...half), 10 + 2 * SPACING);
    expect([tooSoon.changed, once.changed]).toEqual([[], []]);
    expect(once.collection.doubt).not.toBeNull();
    expect(twice.changed).toEqual(upTo(20).slice(10));
    expect(twice.collection.doubt).toBeNull();
  });

  test('that comes back was never gone', () => {
    const doubted = list(before, rows(...half), 10).collection;
    const back = list(doubted, rows(...upTo(20)), 20);
    expect(back.collection.doubt).toBeNull();
  });

  test('and then still more, restarts the doubt', () => {
    const doubted = list(before, rows(...half), 10).collection;
    const worse = list(doubted, rows(), 10 + 2 * SPACING);
    expect(worse.collection.doubt).toMatchObject({ confirmations: 0, countedAt: 10 + 2 * SPACING });
    expect(worse.collection.doubt?.ids.size).toBe(20);
  });

  test('because we deleted it, is believed', () => {
    const deleted = upTo(20)
      .slice(10)
      .reduce((collection, id) => noteDeleted(collection, id), before);
    const step = list(deleted, rows(...half), 10);
    expect(step.collection).toMatchObject({ doubt: null, leaving: new Set() });
    expect(step.changed).toEqual(upTo(20).slice(10));
  });

  test('is doubted too when reads by id found it gone first', () => {
    const found = upTo(20)
      .slice(10)
      .reduce((collection, id) => takeRow(collection, id, null, at(5)), before);
    expect(list(found, rows(...half), 10).collection.doubt).not.toBeNull();
  });

  test.for([
    ['five of six', 6, 1, true],
    ['six of seven', 7, 1, false],
    ['six of thirty', 30, 24, true],
    ['seven of thirty', 30, 23, false],
    ['all of a hundred', 100, 0, false],
  ] as const)('%s', ([, of, left, isBelieved]) => {
    const step = list(first(...upTo(of)), rows(...upTo(left)), 10);
    expect(step.collection.doubt === null).toBe(isBelieved);
  });
});
