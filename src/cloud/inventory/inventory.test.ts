import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import {
  type Row,
  rowsOf,
  scriptedSession,
  type World,
  worldOf,
} from '../../../test/support/cloud/scripted-session.ts';
import { settled, virtualTime } from '../../../test/support/cloud/virtual-time.ts';
import type { BudgetClass, CloudChange } from '../../engine/ports/cloud.ts';
import { ENDLESS } from '../../engine/ports/turns.ts';
import type { Result } from '../../model/failure.ts';
import type { ItemId } from '../../model/item-id.ts';
import type { Read } from '../../model/request.ts';
import { createInventory } from './inventory.ts';

const read: Read<Row> = {
  path: '/things',
  schema: z.looseObject({ id: z.int(), label: z.string() }),
  paged: true,
};
const BEFORE = 0;

function started(world: World, turns = ENDLESS) {
  const time = virtualTime();
  const changes: Omit<CloudChange, 'account'>[] = [];
  const inventory = createInventory({
    time,
    gatherMs: 100,
    turns,
    sweepMs: () => 30_000,
    tell: (change) => changes.push(change),
  });
  const session = scriptedSession(world, time);
  const asker = (since: number, of: BudgetClass = 'confirm', by = session) => ({
    session: by,
    since,
    cause: { class: of, namespace: 'a' },
  });
  const labels = async (since: number, of?: BudgetClass) => {
    const listing = await inventory.list(read, asker(since, of));
    return listing.ok
      ? [...listing.value.items.values()].map(({ label }) => label)
      : listing.failure.code;
  };
  const item = async (id: number, since: number, of?: BudgetClass) => {
    const found = await inventory.item(read, id, asker(since, of));
    return found.ok ? found.value.label : found.failure.code;
  };
  return { world, time, changes, inventory, session, asker, labels, item, now: () => time.now() };
}
const run = async <T>(
  time: { advance(ms: number): Promise<void> },
  running: Promise<T>,
  ms = 1_000,
): Promise<T> => {
  await time.advance(ms);
  return running;
};
const set = (world: World, row: Row): void =>
  void world.collections.get('/things')?.set(row.id, row);

describe('a listing', () => {
  test('is read once for all who want it, and served from memory afterwards', async () => {
    const { world, time, labels } = started(worldOf('/things', rowsOf(1, 2)));
    const all = await run(time, Promise.all([labels(BEFORE), labels(BEFORE), labels(BEFORE)]));
    expect(all).toEqual([
      ['item-1', 'item-2'],
      ['item-1', 'item-2'],
      ['item-1', 'item-2'],
    ]);
    expect(await labels(BEFORE)).toEqual(['item-1', 'item-2']);
    expect(world.log).toEqual(['/things confirm']);
  });

  test('names its conditions on every page, and drops the rows that a service shows nevertheless', async () => {
    const { world, time, inventory, asker } = started({
      ...worldOf('/things', rowsOf(1, 2, 3)),
      pageSize: 2,
    });
    const only: Read<Row> = { ...read, filter: { label: 'item-2' } };
    const listing = await run(time, inventory.list(only, asker(BEFORE)));
    expect(listing.ok ? [...listing.value.items.keys()] : listing.failure.code).toEqual([2]);
    expect(listing.ok && listing.value.lastPage).toEqual([]);
    expect(world.log).toEqual([
      '/things{"label":"item-2"} confirm',
      '/things?page=2{"label":"item-2"} confirm',
      '/things{"label":"item-2"} confirm',
    ]);
  });

  test('is taken in behind a turn of the event loop of its own, and in pieces', async () => {
    const COUNT = 200;
    const AT_ONCE = 20;
    let [taken, most, rests] = [0, 0, 0];
    const turns = {
      isOver: () => taken++ >= AT_ONCE,
      rest: async () => {
        rests++;
        most = Math.max(most, taken);
        taken = 1;
      },
    };
    const ids = Array.from({ length: COUNT }, (_, i) => i + 1);
    const { time, labels } = started(worldOf('/things', rowsOf(...ids)), turns);
    expect(await run(time, labels(BEFORE))).toHaveLength(COUNT);
    expect(most).toBe(AT_ONCE + 1);
    // Every row counts twice: when it is read and when it is sorted.
    expect(rests).toBe(Math.floor((2 * COUNT) / AT_ONCE));
  });

  test('is as old as its beginning, and trusted', async () => {
    const { time, inventory, asker, now } = started(worldOf('/things', rowsOf(1)));
    const begun = now();
    const listing = await run(time, inventory.list(read, asker(BEFORE)));
    expect(listing).toMatchObject({ ok: true, value: { startedAt: begun, trusted: true } });
  });

  test('keeps its rows, whatever a later read by id shows', async () => {
    const { world, time, inventory, asker, item, now } = started(worldOf('/things', rowsOf(1, 2)));
    await run(time, inventory.list(read, asker(BEFORE)));
    world.collections.get('/things')?.delete(2);
    expect(await run(time, item(2, now()))).toBe('NotFound');
    const shownOf = async (since: number) => {
      const listing = await run(time, inventory.list(read, asker(since)));
      return listing.ok
        ? [listing.value.items.has(2), listing.value.showed(2), listing.value.showed(1)]
        : listing.failure;
    };
    expect(await shownOf(BEFORE)).toEqual([false, true, true]);
    expect(await shownOf(now())).toEqual([false, false, true]);
  });

  test('keeps its last page as answered, whatever a later read by id shows', async () => {
    const world = worldOf('/things', rowsOf(1, 2, 3), 2);
    const { time, inventory, asker, item, now } = started(world);
    const lastPage = async (since: number) => {
      const listing = await run(time, inventory.list(read, asker(since)));
      return listing.ok
        ? [listing.value.lastPage.map(({ label }) => label), listing.value.isOnePage]
        : listing.failure;
    };
    expect(await lastPage(BEFORE)).toEqual([['item-3'], false]);
    set(world, { id: 3, label: 'new' });
    expect(await run(time, item(3, now()))).toBe('new');
    expect(await lastPage(BEFORE)).toEqual([['item-3'], false]);
    world.collections.get('/things')?.delete(3);
    expect(await lastPage(now())).toEqual([['item-1', 'item-2'], true]);
  });

  test('is read again for a reader that needs a newer one', async () => {
    const { world, time, labels, now } = started(worldOf('/things', rowsOf(1)));
    await run(time, labels(BEFORE));
    set(world, { id: 1, label: 'new' });
    expect(await run(time, labels(now()))).toEqual(['new']);
    expect(world.log).toHaveLength(2);
  });

  test('that is being read is too old for who wrote since; all of those share the next', async () => {
    const { world, time, labels, now } = started(worldOf('/things', rowsOf(1)));
    const early = labels(BEFORE);
    await time.advance(5);
    set(world, { id: 1, label: 'written' });
    const late = Promise.all([labels(now() + 1), labels(now() + 1)]);
    expect(await run(time, Promise.all([early, late]))).toEqual([
      ['item-1'],
      [['written'], ['written']],
    ]);
    expect(world.log).toHaveLength(2);
  });

  test('newer than this moment is one for all who need it, whether they ask together or in turn', async () => {
    const { world, time, labels, now } = started(worldOf('/things', rowsOf(1)));
    const since = now() + 1;
    const inTurn = async (): Promise<void> => {
      await labels(since);
      await labels(since);
    };
    await run(time, Promise.all([labels(since), inTurn()]));
    expect(world.log).toEqual(['/things confirm']);
  });

  test('becomes as urgent as the most urgent who waits for it', async () => {
    const world = worldOf('/things', rowsOf(1, 2, 3), 1);
    const { time, labels } = started(world);
    const sweep = labels(BEFORE, 'sweep');
    await time.advance(5);
    const user = labels(BEFORE, 'user');
    await run(time, Promise.all([sweep, user]));
    expect(world.log).toEqual([
      '/things sweep',
      '/things?page=3 user',
      '/things?page=2 user',
      '/things user',
    ]);
  });

  test('that fails says so to all who waited, and changes nothing', async () => {
    const { world, time, changes, labels, now } = started(worldOf('/things', rowsOf(1)));
    await run(time, labels(BEFORE));
    world.failure = { code: 'Unreachable', detail: 'gone' };
    expect(await run(time, Promise.all([labels(now()), labels(now())]))).toEqual([
      'Unreachable',
      'Unreachable',
    ]);
    expect(await labels(BEFORE)).toEqual(['item-1']);
    expect(changes).toEqual([]);
  });

  test('that failed with the token of another is read again with our own', async () => {
    const { world, time, inventory, session, asker } = started(worldOf('/things', rowsOf(1)));
    const refused = scriptedSession(
      { ...world, failure: { code: 'Unauthenticated', detail: 'Invalid Token' } },
      time,
    );
    const theirs = inventory.list(read, asker(BEFORE, 'confirm', refused));
    const ours = inventory.list(read, asker(BEFORE, 'confirm', session));
    const [first, second] = await run(time, Promise.all([theirs, ours]));
    expect([first.ok, second.ok]).toEqual([false, true]);
  });

  test('stamped before the clock was set back proves nothing', async () => {
    const { world, time, labels, now } = started(worldOf('/things', rowsOf(1)));
    await run(time, labels(BEFORE));
    time.setWall(now() - 3_600_000);
    set(world, { id: 1, label: 'new' });
    expect(await run(time, labels(BEFORE))).toEqual(['new']);
  });
});

test.for([
  [
    'an id that is a trap',
    { id: { toString: 1, valueOf: 1 }, label: 'x' },
    'an item without an id cannot be read: id: Invalid input: expected number, received object',
  ],
  [
    'no row at all',
    null,
    'an item without an id cannot be read: Invalid input: expected object, received null',
  ],
] as const)('a listing with a row without an id is unreadable: %s', async ([, row, detail]) => {
  const { world, time, inventory, asker } = started(worldOf('/things', rowsOf(1)));
  world.collections.get('/things')?.set(2, row as unknown as Row);
  expect(await run(time, inventory.list(read, asker(BEFORE)))).toEqual({
    ok: false,
    failure: { code: 'Unreadable', detail },
  });
});

describe('an unreadable row', () => {
  const spoil = (world: World) =>
    world.collections.get('/things')?.set(2, { id: 2, label: 7 } as unknown as Row);
  const detail = 'item 2 cannot be read: label: Invalid input: expected string, received number';

  test('is there, and leaves the others as they are', async () => {
    const { world, time, inventory, asker, now } = started(worldOf('/things', rowsOf(1, 2, 3)));
    await run(time, inventory.list(read, asker(BEFORE)));
    spoil(world);
    const listing = await run(time, inventory.list(read, asker(now())));
    if (!listing.ok) throw new Error('the listing failed');
    const { items, unread, showed, trusted } = listing.value;
    expect([[...items.keys()], [...unread.keys()], showed(2), trusted]).toEqual([
      [1, 3],
      [2],
      true,
      true,
    ]);
    expect(unread.get(2)).toEqual({
      given: { id: 2, label: 7 },
      failure: { code: 'Unreadable', detail },
    });
  });

  test('is reported to its owner when it fails and when it recovers', async () => {
    const { world, time, inventory, asker, changes, now } = started(
      worldOf('/things', rowsOf(1, 2, 3)),
    );
    await run(time, inventory.list(read, asker(BEFORE)));
    spoil(world);
    await run(time, inventory.list(read, asker(now())));
    await run(time, inventory.list(read, asker(now())));
    set(world, { id: 2, label: 'good' });
    await run(time, inventory.list(read, asker(now())));
    expect(changes.map(({ ids }) => ids)).toEqual([[2], [2]]);
  });

  test('is never reported as gone, and its disappearance is', async () => {
    const { world, time, inventory, asker, changes, item, now } = started(
      worldOf('/things', rowsOf(1, 2, 3)),
    );
    spoil(world);
    await run(time, inventory.list(read, asker(BEFORE)));
    expect(await run(time, item(2, BEFORE))).toBe('Unreadable');
    world.collections.get('/things')?.delete(2);
    await run(time, inventory.list(read, asker(now())));
    expect(changes.map(({ ids }) => ids)).toEqual([[2]]);
    expect(await run(time, item(2, now()))).toBe('NotFound');
  });
});

describe('an item', () => {
  test('alone is read by its id', async () => {
    const { world, time, item, now } = started(worldOf('/things', rowsOf(1, 2, 3)));
    expect(await run(time, item(2, now()))).toBe('item-2');
    expect(world.log).toEqual(['/things/2 confirm']);
  });

  test('of as many as there are pages, too; of more, they are listed', async () => {
    const world = worldOf('/things', rowsOf(1, 2, 3, 4, 5), 2);
    const { time, labels, item, now } = started(world);
    await run(time, labels(BEFORE));
    world.log.length = 0;
    await run(time, Promise.all([1, 2, 3].map((id) => item(id, now()))));
    expect(world.log.toSorted()).toEqual([
      '/things/1 confirm',
      '/things/2 confirm',
      '/things/3 confirm',
    ]);
    world.log.length = 0;
    await time.advance(1);
    const four = await run(time, Promise.all([1, 2, 3, 4].map((id) => item(id, now()))));
    expect(four).toEqual(['item-1', 'item-2', 'item-3', 'item-4']);
    expect(world.log).toEqual([
      '/things?page=3 confirm',
      '/things?page=2 confirm',
      '/things confirm',
    ]);
  });

  test('that a listing lacks is read by its id before it counts as gone', async () => {
    const { world, time, item, now } = started(worldOf('/things', rowsOf(1, 2)));
    expect(await run(time, Promise.all([item(1, now()), item(2, now()), item(9, now())]))).toEqual([
      'item-1',
      'item-2',
      'NotFound',
    ]);
    expect(world.log).toEqual(['/things confirm', '/things/9 confirm']);
  });

  test('that is new enough is not asked for', async () => {
    const { world, time, labels, item, now } = started(worldOf('/things', rowsOf(1)));
    const begun = now();
    await run(time, labels(BEFORE));
    expect(await item(1, begun)).toBe('item-1');
    expect(world.log).toEqual(['/things confirm']);
  });

  test('wanted twice at once is asked for once', async () => {
    const { world, time, item, now } = started(worldOf('/things', rowsOf(1)));
    const since = now();
    expect(await run(time, Promise.all([item(1, since), item(1, since)]))).toEqual([
      'item-1',
      'item-1',
    ]);
    expect(world.log).toEqual(['/things/1 confirm']);
  });

  test('read by its id is in the listing from then on, and news for its owner with the next one', async () => {
    const { world, time, changes, labels, item, now } = started(worldOf('/things', rowsOf(1, 2)));
    await run(time, labels(BEFORE));
    set(world, { id: 2, label: 'new' });
    await run(time, item(2, now()));
    expect(await labels(BEFORE)).toEqual(['item-1', 'new']);
    world.collections.get('/things')?.delete(2);
    expect(await run(time, item(2, now()))).toBe('NotFound');
    expect(await labels(BEFORE)).toEqual(['item-1']);
    expect(changes).toEqual([]);
    await run(time, labels(now()));
    expect(changes).toEqual([{ collection: '/things', ids: [2], hint: false }]);
  });

  test('that is another one than was asked for is unreadable', async () => {
    const { world, time, item, now } = started(worldOf('/things', rowsOf(1)));
    world.collections.get('/things')?.set(1, { id: 7, label: 'x' });
    expect(await run(time, item(1, now()))).toBe('Unreadable');
  });
});

test('deleting by ourselves is no reason for doubt', async () => {
  const ids = Array.from({ length: 20 }, (_, i) => i + 1);
  const { world, time, inventory, asker, changes, now } = started(
    worldOf('/things', rowsOf(...ids)),
  );
  await run(time, inventory.list(read, asker(BEFORE)));
  for (const id of ids) inventory.deleted(`/things/${id}`);
  world.collections.get('/things')?.clear();
  expect(await run(time, inventory.list(read, asker(now())))).toMatchObject({
    ok: true,
    value: { trusted: true },
  });
  expect(changes).toEqual([{ collection: '/things', ids, hint: false }]);
});

test('a collection that disappears is reported to its owners once until it is found again', async () => {
  const { world, time, changes, labels, now } = started(worldOf('/things', rowsOf(1, 2)));
  await run(time, labels(BEFORE));
  const hints = (): number => changes.filter(({ hint, ids }) => hint && ids.length === 2).length;
  const rows = world.collections.get('/things') ?? new Map<number, Row>();
  const counts: number[] = [];
  for (const isThere of [false, false, true, false]) {
    if (isThere) world.collections.set('/things', rows);
    else world.collections.delete('/things');
    await run(time, labels(now()));
    counts.push(hints());
  }
  expect(counts).toEqual([1, 1, 1, 2]);
});

test('a dropped collection notifies its owners once, so that they can request it again', async () => {
  const { time, inventory, labels, changes } = started(worldOf('/things', rowsOf(1, 2)));
  await run(time, labels(BEFORE));
  for (const cached of inventory.cachedLists()) inventory.drop(cached);
  expect(changes).toEqual([{ collection: '/things', ids: [1, 2], hint: false }]);
  expect(inventory.cachedLists()).toEqual([]);
  await run(time, labels(BEFORE));
  expect(inventory.cachedLists()).toHaveLength(1);
});

test('a request that waits for others ends with the process', async () => {
  const { time, inventory, asker } = started(worldOf('/things', rowsOf(1)));
  const waiting = inventory.item(read, 1, asker(Number.POSITIVE_INFINITY));
  await settled();
  inventory.close();
  await time.advance(20);
  expect((await waiting).ok).toBe(true);
});

const NO_ROWS = { items: new Map<ItemId, Row>(), listed: new Map<ItemId, Row>(), reread: () => [] };

test('whatever happens in whatever order, an answer is never older than was asked for, and a listing names the rows that were read since', async () => {
  const doing = fc.record({
    what: fc.constantFrom('list' as const, 'item' as const, 'write' as const, 'pause' as const),
    id: fc.integer({ min: 1, max: 6 }),
    ms: fc.integer({ min: 1, max: 150 }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(doing, { minLength: 5, maxLength: 40 }),
      fc.integer({ min: 1, max: 6 }),
      async (history, pageSize) => {
        const world = worldOf('/things', rowsOf(1, 2, 3, 4, 5, 6), pageSize);
        const { time, inventory, asker, now } = started(world);
        const version = new Map<number, number>();
        const checks: Promise<void>[] = [];
        const check = (least: number, row: Row | undefined): void => {
          expect(Number(row?.label.replace('item-', '') ?? -1)).toBeGreaterThanOrEqual(least);
        };
        for (const id of [1, 2, 3, 4, 5, 6]) set(world, { id, label: '0' });
        for (const { what, id, ms } of history) {
          const least = new Map(version);
          if (what === 'write') {
            version.set(id, (version.get(id) ?? 0) + 1);
            set(world, { id, label: String(version.get(id)) });
            await time.advance(1);
          } else if (what === 'pause') await time.advance(ms);
          else if (what === 'item') {
            checks.push(
              inventory
                .item(read, id, asker(now()))
                .then((found: Result<Row>) =>
                  check(least.get(id) ?? 0, found.ok ? found.value : undefined),
                ),
            );
          } else {
            checks.push(
              inventory.list(read, asker(now())).then((listing) => {
                const { items, listed, reread } = listing.ok ? listing.value : NO_ROWS;
                const since = new Set<ItemId>(reread());
                const ids = [...new Set([...items.keys(), ...listed.keys()])];
                expect(
                  ids.filter((one) => items.get(one) !== listed.get(one) && !since.has(one)),
                ).toEqual([]);
                return [...least].forEach(([one, count]) => check(count, items.get(one)));
              }),
            );
          }
        }
        await time.advance(10_000);
        await Promise.all(checks);
      },
    ),
    { numRuns: 200 },
  );
});
