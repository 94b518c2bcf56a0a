import { afterEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import {
  type Row,
  rowsOf,
  scriptedSession,
  type World,
  worldOf,
} from '../../test/support/cloud/scripted-session.ts';
import { virtualTime } from '../../test/support/cloud/virtual-time.ts';
import type { CloudChange } from '../engine/ports/cloud.ts';
import { ENDLESS } from '../engine/ports/turns.ts';
import { fail, ok } from '../model/failure.ts';
import type { Read } from '../model/request.ts';
import { createBudget } from './budget/budget.ts';
import type { Question, Session } from './http/session.ts';
import { createView, type Member, type View } from './view.ts';

const POLL = 30_000;
const readOf = (path: string): Read<Row> => ({
  path,
  schema: z.looseObject({ id: z.int(), label: z.string() }),
  paged: true,
});
const things = readOf('/things');
const views: View[] = [];
afterEach(() => {
  for (const view of views.splice(0)) view.close();
});

interface Setting {
  readonly scopes?: readonly string[];
  readonly feed?: (question: Question) => object[] | 'denied';
  readonly perMinute?: number;
  readonly keptMs?: number;
}

function started(
  world: World,
  { scopes = ['*'], feed, perMinute = 800, keptMs = 3_600_000 }: Setting = {},
) {
  const time = virtualTime();
  const changes: CloudChange[] = [];
  const broken: unknown[] = [];
  const caller = {
    account: 'ACC',
    username: 'me',
    restricted: false,
    mayTag: true,
    scopes,
    grants: null,
  };
  const settings = {
    time,
    pollMs: POLL,
    turns: ENDLESS,
    gatherMs: 100,
    keptMs,
    fence: () => world.failure?.code !== 'Fenced',
    tell: (change: CloudChange) => changes.push(change),
    broken: (error: unknown) => broken.push(error),
  };
  const view = createView(caller, settings);
  views.push(view);
  const quiet = scriptedSession(world, time);
  const session: Session = {
    ...quiet,
    get: async (question, cause) => {
      if (question.path !== '/account/events') return quiet.get(question, cause);
      world.log.push('feed');
      const events = feed?.(question) ?? [];
      return events === 'denied'
        ? fail({ code: 'Denied', detail: '' })
        : ok({ value: { data: events, page: 1, pages: 1, results: events.length }, headers: {} });
    },
  };
  const member: Member = {
    session,
    budget: createBudget({ perMinute, concurrency: 16, weightOf: () => 1 }),
    openedAt: 0,
    refusedAt: null,
  };
  view.members.add(member);
  const list = (read = things) =>
    view.inventory.list(read, { session, since: 0, cause: { class: 'confirm', namespace: 'a' } });
  const use = async (read = things): Promise<void> => {
    const running = list(read);
    await time.advance(500);
    await running;
    world.log.length = 0;
  };
  return { world, time, changes, broken, view, member, list, use };
}
const set = (world: World, row: Row, path = '/things'): void =>
  void world.collections.get(path)?.set(row.id, row);
const sweeps = ({ log }: World): readonly string[] => log.filter((line) => line !== 'feed');

describe('a sweep', () => {
  test('lists used collections once a period, and reports changes', async () => {
    const { world, time, changes, use } = started(worldOf('/things', rowsOf(1, 2, 3)));
    await use();
    await time.advance(POLL);
    expect(sweeps(world)).toEqual(['/things sweep']);
    expect(changes).toEqual([]);
    set(world, { id: 2, label: 'new' });
    world.collections.get('/things')?.delete(3);
    set(world, { id: 4, label: 'x' });
    await time.advance(POLL);
    expect(changes).toEqual([
      { account: 'ACC', collection: '/things', ids: [2, 4, 3], hint: false },
    ]);
  });

  test('is not needed after a listing', async () => {
    const { world, time, view, member, use } = started(worldOf('/things', rowsOf(1)));
    await use();
    await time.advance(POLL - 1_000);
    const asker = {
      session: member.session,
      since: time.now(),
      cause: { class: 'user' as const, namespace: 'a' },
    };
    void view.inventory.list(things, asker);
    await time.advance(POLL - 1_000);
    expect(sweeps(world)).toEqual(['/things user']);
  });

  test('that fails changes nothing and is tried again a period later', async () => {
    const { world, time, changes, use, list } = started(worldOf('/things', rowsOf(1)));
    await use();
    world.failure = { code: 'Unreachable', detail: 'gone' };
    await time.advance(2 * POLL);
    expect(sweeps(world)).toHaveLength(2);
    expect(changes).toEqual([]);
    expect(await list()).toMatchObject({
      ok: true,
      value: { items: new Map([[1, { id: 1, label: 'item-1' }]]) },
    });
  });

  test('that fails again and again leaves nothing to serve as if it were now', async () => {
    const { world, time, use, list } = started(worldOf('/things', rowsOf(1)));
    await use();
    world.failure = { code: 'Unreachable', detail: 'gone' };
    await time.advance(3 * POLL);
    const late = list();
    await time.advance(100);
    expect(await late).toMatchObject({ ok: false, failure: { code: 'Unreachable' } });
  });

  test('comes less often where its pages are more than its share', async () => {
    const world = worldOf('/things', rowsOf(...Array.from({ length: 40 }, (_, i) => i + 1)), 1);
    const { time, view, use } = started(world, { perMinute: 100 });
    await use();
    expect(view.sweepMs()).toBe(120_000);
    await time.advance(POLL);
    expect(sweeps(world)).toEqual([]);
  });

  test('asks nothing with no token, or one that the service does not know, and goes on when it does again', async () => {
    const { world, time, view, member, use } = started(worldOf('/things', rowsOf(1)));
    await use();
    view.members.delete(member);
    await time.advance(2 * POLL);
    expect(world.log).toEqual([]);
    view.members.add(member);
    member.refusedAt = time.elapsed();
    await time.advance(POLL);
    expect(world.log).toEqual([]);
    await time.advance(POLL + 6_000);
    expect(sweeps(world)).toHaveLength(1);
  });

  test('is left to the process that leads', async () => {
    const { world, time, use } = started(worldOf('/things', rowsOf(1)));
    await use();
    world.failure = { code: 'Fenced', detail: '' };
    await time.advance(3 * POLL);
    expect(world.log).toEqual([]);
    world.failure = null;
    await time.advance(10_000);
    expect(sweeps(world)).toHaveLength(1);
  });

  test('ends for collections without requests for a long time, and notifies the owners once', async () => {
    const { world, time, changes, view, use } = started(worldOf('/things', rowsOf(1)), {
      keptMs: 100_000,
    });
    await use();
    await time.advance(200_000);
    expect(changes).toEqual([{ account: 'ACC', collection: '/things', ids: [1], hint: false }]);
    expect(view.inventory.cachedLists()).toEqual([]);
    world.log.length = 0;
    await time.advance(200_000);
    expect(world.log).toEqual([]);
  });
});

describe('a collection that is needed now and then', () => {
  const occasional: Read<Row> = { ...things, isOccasional: true };

  test('is listed for who asks and served while it is new, and never swept', async () => {
    const { world, time, view, list } = started(worldOf('/things', rowsOf(1)));
    for (const listings of [1, 1, 2]) {
      const running = list(occasional);
      await time.advance(1_000);
      expect([(await running).ok, world.log.filter((line) => line !== 'feed').length]).toEqual([
        true,
        listings,
      ]);
      await time.advance(2 * POLL);
    }
    await time.advance(10 * POLL);
    expect([
      view.inventory.cachedLists(),
      world.log.filter((line) => line !== 'feed').length,
    ]).toEqual([[], 2]);
  });

  test('is swept once a reader needs it current, and dropped as every other', async () => {
    const { world, time, view, list, use } = started(worldOf('/things', rowsOf(1)), {
      keptMs: 100_000,
    });
    await use(occasional);
    await use();
    await time.advance(POLL);
    expect(sweeps(world)).toEqual(['/things sweep']);
    await time.advance(200_000);
    await use(occasional);
    expect(view.inventory.cachedLists()).toEqual([]);
    await time.advance(200_000);
    const running = list(occasional);
    await time.advance(1_000);
    await running;
    expect(sweeps(world)).toEqual(['/things confirm']);
  });
});

describe('the feed of events', () => {
  const event = (id: number, url: string) => ({ id, status: 'finished', entity: { url } });

  test('names what should be looked at sooner', async () => {
    let events = [event(1, '/v4/things/7')];
    const { time, changes, use } = started(worldOf('/things', rowsOf(1, 2)), {
      feed: () => events,
    });
    await use();
    await time.advance(POLL / 6);
    events = [event(3, '/v4/things/2'), event(2, '/v4/other/2'), ...events];
    await time.advance(POLL / 6);
    expect(changes).toEqual([{ account: 'ACC', collection: '/things', ids: [2], hint: true }]);
  });

  test('hurries the listing of what belongs to the item', async () => {
    const world = worldOf('/things', rowsOf(1));
    world.collections.set('/things/1/parts', new Map(rowsOf(5).map((row) => [row.id, row])));
    let events: object[] = [];
    const { time, changes, use } = started(world, { feed: () => events });
    const parts = readOf('/things/1/parts');
    await use();
    await use(parts);
    await time.advance(POLL / 6);
    set(world, { id: 5, label: 'new' }, '/things/1/parts');
    events = [event(1, '/v4/things/1')];
    await time.advance(POLL / 6);
    expect(changes).toEqual([
      { account: 'ACC', collection: '/things', ids: [1], hint: true },
      { account: 'ACC', collection: '/things/1/parts', ids: [5], hint: false },
    ]);
  });

  test.for([
    ['the token lacks the scope', { scopes: ['volumes:read_only'] }, 0],
    ['the service rejected the request', { feed: () => 'denied' as const }, 1],
    ['a scope for it is there', { scopes: ['events:read_only'] }, 12],
  ] as const)('is asked for as far as it is there: %s', async ([, setting, asked]) => {
    const { world, time, use, broken } = started(worldOf('/things', rowsOf(1)), setting);
    await use();
    await time.advance(2 * POLL);
    expect(world.log.filter((line) => line === 'feed')).toHaveLength(asked);
    expect(broken).toEqual([]);
  });

  test('is not requested while nothing is in use', async () => {
    const { world, time } = started(worldOf('/things', rowsOf(1)));
    await time.advance(2 * POLL);
    expect(world.log).toEqual([]);
  });
});

test('a closed view does nothing any more', async () => {
  const { world, time, view, use } = started(worldOf('/things', rowsOf(1)));
  await use();
  view.close();
  await time.advance(3 * POLL);
  expect(world.log).toEqual([]);
  expect(time.pending()).toBe(0);
});
