import { fc, test as property } from '@fast-check/vitest';
import { describe, expect, test } from 'vitest';
import type { Turns } from '../../engine/ports/turns.ts';
import type { Stored } from './objects.ts';
import type { Origin } from './shelves.ts';
import { createStore, type Store } from './store.ts';

const copy = (
  name: string,
  version: number,
  extra: Partial<Stored['metadata']> = {},
  namespace = 'ns',
): Stored => ({
  metadata: { name, namespace, uid: `uid-${name}`, resourceVersion: String(version), ...extra },
});
const last = { deletionTimestamp: '2030-01-01T00:00:00Z', finalizers: [] };
const held = { ...last, finalizers: ['x'] };

type Change = readonly [before: string | undefined, after: string | undefined, origin: Origin];

function kept(): {
  readonly store: Store<Stored>;
  readonly seen: Change[];
  readonly now: () => readonly string[];
} {
  const seen: Change[] = [];
  const store = createStore<Stored>((before, after, origin) =>
    seen.push([before?.metadata.resourceVersion, after?.metadata.resourceVersion, origin]),
  );
  const now = () =>
    store
      .all()
      .map(({ metadata }) => `${metadata.namespace}/${metadata.name}@${metadata.resourceVersion}`);
  return { store, seen, now };
}

describe('one after the other', () => {
  const rows: readonly (readonly [
    string,
    (store: Store<Stored>) => void,
    readonly string[],
    readonly Change[],
  ])[] = [
    [
      'a watch reports an object',
      (s) => s.put(copy('a', 5)),
      ['ns/a@5'],
      [[undefined, '5', 'watch']],
    ],
    [
      'the same version twice is no news',
      (s) => [s.put(copy('a', 5)), s.put(copy('a', 5))],
      ['ns/a@5'],
      [[undefined, '5', 'watch']],
    ],
    [
      'versions compare as integers',
      (s) => [s.put(copy('a', 9)), s.put(copy('a', 10)), s.put(copy('a', 9))],
      ['ns/a@10'],
      [
        [undefined, '9', 'watch'],
        ['9', '10', 'watch'],
      ],
    ],
    [
      'our own write counts at once',
      (s) => [
        s.put(copy('a', 5)),
        s.learn(copy('a', 7), 'write'),
        s.put(copy('a', 6)),
        s.put(copy('a', 7)),
      ],
      ['ns/a@7'],
      [
        [undefined, '5', 'watch'],
        ['5', '7', 'write'],
      ],
    ],
    [
      'what is gone stays gone when our answer comes late',
      (s) => [
        s.put(copy('a', 5)),
        s.remove(copy('a', 8)),
        s.received(null, '8'),
        s.learn(copy('a', 7), 'write'),
      ],
      [],
      [
        [undefined, '5', 'watch'],
        ['5', undefined, 'watch'],
      ],
    ],
    [
      'our own last write is the end of it, whatever a late watch says',
      (s) => [
        s.put(copy('a', 5)),
        s.learn(copy('a', 9, last), 'write'),
        s.put(copy('a', 7, held)),
        s.put(copy('a', 8, held)),
      ],
      [],
      [
        [undefined, '5', 'watch'],
        ['5', undefined, 'write'],
      ],
    ],
    [
      'it is the end also where the answer has the version of before',
      (s) => [
        s.put(copy('a', 5, held)),
        s.learn(copy('a', 5, last), 'write'),
        s.put(copy('a', 5, held)),
      ],
      [],
      [
        [undefined, '5', 'watch'],
        ['5', undefined, 'write'],
      ],
    ],
    [
      'a namesake made afterwards is another object',
      (s) => [
        s.put(copy('a', 5)),
        s.learn(copy('a', 9, last), 'write'),
        s.put(copy('a', 8, held)),
        s.remove(copy('a', 9)),
        s.received(null, '9'),
        s.put(copy('a', 12)),
      ],
      ['ns/a@12'],
      [
        [undefined, '5', 'watch'],
        ['5', undefined, 'write'],
        [undefined, '12', 'watch'],
      ],
    ],
    [
      'a deletion older than our write is not believed',
      (s) => [s.learn(copy('a', 9), 'write'), s.remove(copy('a', 5))],
      ['ns/a@9'],
      [[undefined, '9', 'write']],
    ],
    [
      'a listing removes what it lacks',
      (s) => [s.put(copy('a', 5)), s.put(copy('b', 6)), s.replace(null, [copy('b', 6)], '8')],
      ['ns/b@6'],
      [
        [undefined, '5', 'watch'],
        [undefined, '6', 'watch'],
        ['5', undefined, 'watch'],
      ],
    ],
    [
      'a listing does not remove what we made after it',
      (s) => [s.learn(copy('a', 9), 'write'), s.replace(null, [], '8')],
      ['ns/a@9'],
      [[undefined, '9', 'write']],
    ],
    [
      'a listing of one namespace says nothing of others',
      (s) => [s.put(copy('a', 5)), s.put(copy('b', 6, {}, 'other')), s.replace('ns', [], '8')],
      ['other/b@6'],
      [
        [undefined, '5', 'watch'],
        [undefined, '6', 'watch'],
        ['5', undefined, 'watch'],
      ],
    ],
    [
      'the version of one namespace proves nothing about others',
      (s) => [
        s.received('ns', '20'),
        s.learn(copy('b', 6, {}, 'other'), 'write'),
        s.learn(copy('a', 6), 'write'),
      ],
      ['other/b@6'],
      [[undefined, '6', 'write']],
    ],
    [
      'a listing of an earlier state is a cluster that was put back',
      (s) => [s.replace(null, [copy('a', 50)], '60'), s.replace(null, [copy('a', 7)], '9')],
      ['ns/a@7'],
      [
        [undefined, '50', 'watch'],
        ['50', '7', 'watch'],
      ],
    ],
    [
      'an answer that there is none removes it',
      (s) => [
        s.put(copy('a', 5)),
        s.forget('ns', 'a', s.get('ns', 'a')),
        s.forget('ns', 'a', undefined),
      ],
      [],
      [
        [undefined, '5', 'watch'],
        ['5', undefined, 'read'],
      ],
    ],
  ];
  test.each(rows)('%s', (_, does, left, changes) => {
    const { store, seen, now } = kept();
    does(store);
    expect(now()).toEqual(left);
    expect(seen).toEqual(changes);
  });

  test('lists by namespace, and all', () => {
    const { store } = kept();
    for (const [name, namespace] of [
      ['a', 'x'],
      ['b', 'x'],
      ['a', 'y'],
    ] as const)
      store.put(copy(name, 1, {}, namespace));
    expect([
      store.list('x').length,
      store.list('y').length,
      store.list('z').length,
      store.all().length,
    ]).toEqual([2, 1, 0, 3]);
  });
});

/** A cluster with a history, and the messages in flight to the store: watch events in order,
 *  answers to writes in any order, listings taken at one moment that arrive at another. */
class History {
  readonly truth = new Map<string, Stored>();
  readonly #log: { readonly ends: boolean; readonly object: Stored }[] = [];
  readonly #answers: Stored[] = [];
  #told = 0;
  #listing: {
    readonly objects: readonly Stored[];
    readonly version: string;
    readonly told: number;
  } | null = null;
  #version = 9;

  write(name: string, ours: boolean, ends: boolean): void {
    if (ends && !this.truth.has(name)) return;
    const object = copy(name, ++this.#version, ends ? last : {});
    if (ends) this.truth.delete(name);
    else this.truth.set(name, object);
    this.#log.push({ ends, object });
    if (ours) this.#answers.push(object);
  }

  /** Delivers the next watch event; there is no watch while a listing is in flight. */
  tell(store: Store<Stored>): boolean {
    const event = this.#listing === null ? this.#log[this.#told] : undefined;
    if (event === undefined) return false;
    this.#told += 1;
    if (event.ends) store.remove(event.object);
    else store.put(event.object);
    store.received(null, event.object.metadata.resourceVersion);
    return true;
  }

  answer(store: Store<Stored>, index: number): Stored | undefined {
    const [object] = this.#answers.splice(index % Math.max(1, this.#answers.length), 1);
    if (object !== undefined) store.learn(object, 'write');
    return object;
  }

  list(): void {
    this.#listing ??= {
      objects: [...this.truth.values()],
      version: String(this.#version),
      told: this.#log.length,
    };
  }

  listed(store: Store<Stored>): void {
    if (this.#listing === null) return;
    void store.replace(null, this.#listing.objects, this.#listing.version);
    this.#told = this.#listing.told;
    this.#listing = null;
  }

  /** Delivers everything. */
  finish(store: Store<Stored>): void {
    while (this.answer(store, 0) !== undefined);
    this.listed(store);
    while (this.tell(store));
  }
}

const move = fc.oneof(
  fc.record({
    do: fc.constant('write' as const),
    name: fc.constantFrom('a', 'b'),
    ours: fc.boolean(),
    ends: fc.boolean(),
  }),
  fc.record({ do: fc.constant('answer' as const), index: fc.nat({ max: 5 }) }),
  fc.record({ do: fc.constantFrom('tell', 'list', 'listed') }),
);

const versionOf = (object: Stored | undefined): number =>
  Number(object?.metadata.resourceVersion ?? Number.POSITIVE_INFINITY);

property.prop([fc.array(move, { maxLength: 60, size: 'max' })], { numRuns: 2_000 })(
  'however watches, listings and answers to our own writes are mixed, it never goes back and ends with the truth',
  (moves) => {
    const floor = new Map<string, number>();
    const store = createStore<Stored>((before, after) => {
      const name = (after ?? before)?.metadata.name ?? '';
      if (after !== undefined) expect(versionOf(after)).toBeGreaterThan(floor.get(name) ?? 0);
      floor.set(
        name,
        Math.max(floor.get(name) ?? 0, after === undefined ? versionOf(before) : versionOf(after)),
      );
    });
    const history = new History();
    for (const one of moves) {
      if (one.do === 'write') history.write(one.name, one.ours, one.ends);
      else if (one.do === 'tell') history.tell(store);
      else if (one.do === 'list') history.list();
      else if (one.do === 'listed') history.listed(store);
      else if (one.do === 'answer') {
        const answered = history.answer(store, one.index);
        if (answered === undefined) continue;
        const { name, resourceVersion, deletionTimestamp } = answered.metadata;
        expect(versionOf(store.get('ns', name))).toBeGreaterThanOrEqual(Number(resourceVersion));
        if (deletionTimestamp !== undefined)
          floor.set(name, Math.max(floor.get(name) ?? 0, Number(resourceVersion)));
      }
    }
    history.finish(store);
    expect(new Map(store.all().map((object) => [object.metadata.name, object]))).toEqual(
      history.truth,
    );
  },
);

describe('while a listing is taken in, one object a turn,', () => {
  /** Turns of the event loop with an action in each. */
  const turnsWith = (happens: () => void): Turns => ({
    isOver: () => true,
    rest: async () => happens(),
  });

  test.for([
    ['what it lacks is not brought back by a late answer', 'gone', 6, undefined],
    ['what was made after it stays', 'new', 12, '12'],
    ['what was written after it stays as it was written', 'b', 12, '12'],
    ['what was written before it is as it was listed', 'b', 8, '9'],
  ] as const)('%s', async ([, name, version, expected]) => {
    const { store } = kept();
    store.put(copy('gone', 4));
    const learns = turnsWith(() => store.learn(copy(name, version), 'write'));
    await store.replace(null, [copy('a', 5), copy('b', 9), copy('c', 10)], '11', learns);
    expect(store.get('ns', name)?.metadata.resourceVersion).toBe(expected);
    expect(store.all().map((one) => one.metadata.name)).toEqual(
      expect.arrayContaining(['a', 'b', 'c']),
    );
  });
});
