import { describe, expect, test } from 'vitest';
import type { ObjectName } from '../../src/engine/ports/cluster.ts';
import { KINDS } from '../../src/kinds/index.ts';
import { MemoryCluster } from '../support/memory-cluster.ts';
import { World } from '../support/world.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const named = (kind: string, name: string): ObjectName => ({ kind, namespace: 'default', name });
const [FRONT, BACK, NEXT] = ['front', 'back', 'next'].map((name) => named('Instance', name)) as [
  ObjectName,
  ObjectName,
  ObjectName,
];
const MACHINE = { region: 'eu-west', type: 'g6-nanode-1', image: 'compute/debian11', booted: true };
const WEB = { labels: { app: 'web' } };
const refs = (...names: readonly string[]) => ({ instanceRefs: names.map((name) => ({ name })) });
const SELECTOR = { instanceSelector: { matchLabels: { app: 'web' } } };

/** An object with a list of references, and the number of instances that its list in the account
 *  reaches. */
interface Follower {
  readonly name: ObjectName;
  readonly specOf: (from: object) => object;
  readonly reach: (world: World) => number;
  readonly keeps: string;
}

const FIREWALL: Follower = {
  name: named('Firewall', 'guard'),
  specOf: (from) => ({ rules: { inboundPolicy: 'DROP', outboundPolicy: 'ACCEPT' }, ...from }),
  reach: (world) => {
    const [wall] = world.outsider.rows<{ readonly id: number }>('/networking/firewalls');
    return world.outsider.rows(`/networking/firewalls/${wall?.id}/devices`).length;
  },
  keeps: 'the firewall keeps the',
};

const ALLOW_LIST: Follower = {
  name: named('MySQLDatabase', 'store'),
  specOf: (from) => ({
    region: 'eu-west',
    type: 'g6-standard-1',
    engine: 'mysql/8.0.26',
    allowListFrom: from,
  }),
  reach: (world) =>
    world.outsider.rows<{ readonly allow_list: readonly string[] }>('/databases/mysql/instances')[0]
      ?.allow_list.length ?? 0,
  keeps: 'the allow list keeps the',
};

const lead = (world: World, { name, specOf }: Follower, from: object) =>
  world.cluster.apply(name, specOf(from));
const isReady = (world: World, name: ObjectName) =>
  world.condition(name, 'Ready')?.status === 'True';

/** Builds two instances, and an object whose list leads to both. */
async function begun(follower: Follower, from: object, policy: object = {}): Promise<World> {
  const world = new World({ kinds: KINDS, limits: 'off', pollMs: 120_000 });
  world.start();
  for (const one of [FRONT, BACK]) world.cluster.apply(one, { ...MACHINE, ...policy }, WEB);
  lead(world, follower, from);
  await world.until(
    () =>
      [follower.name, FRONT, BACK].every((one) => isReady(world, one)) &&
      follower.reach(world) === 2,
    120 * MINUTE_MS,
  );
  return world;
}

/** Blocks or unblocks the operator's requests about instances. */
const blind = (world: World, isBlind: boolean): void => {
  world.wire.mishap = (request) =>
    isBlind && /^(GET|POST) \/compute\/instances/.test(request) ? 'unsent' : 'none';
};

interface Row {
  readonly from: object;
  readonly policy?: object;
  /** Makes a reference unresolved, and removes an instance from the list. */
  readonly trouble: (world: World, follower: Follower) => void | Promise<void>;
  /** The message of the wait; absent while the service is unreachable. */
  readonly waits?: string;
  /** Ends the trouble; `left`: the number of instances that the list then reaches. */
  readonly end: (world: World, follower: Follower) => void;
  readonly left: number;
}

const rows: Readonly<Record<string, Row>> = {
  'an object that was deleted while its item stays': {
    from: refs('front', 'back'),
    policy: { policy: { deletion: 'Retain' } },
    trouble: async (world, follower) => {
      world.cluster.delete(BACK);
      await world.until(() => world.cluster.get(BACK) === undefined);
      lead(world, follower, refs('back'));
    },
    waits: 'Instance/back, which does not exist',
    end: (world, follower) => lead(world, follower, refs('front')),
    left: 1,
  },
  'an object that was deleted, and nothing else changed': {
    from: refs('front', 'back'),
    policy: { policy: { deletion: 'Retain' } },
    trouble: (world) => world.cluster.delete(BACK),
    waits: 'Instance/back, which does not exist',
    end: (world, follower) => lead(world, follower, refs('front')),
    left: 1,
  },
  'a typing error in the only name': {
    from: refs('front', 'back'),
    trouble: (world, follower) => void lead(world, follower, refs('fornt')),
    waits: 'Instance/fornt, which does not exist',
    end: (world, follower) => lead(world, follower, refs('front')),
    left: 1,
  },
  'an object that is not created yet': {
    from: refs('front', 'back'),
    trouble: (world, follower) => {
      blind(world, true);
      world.cluster.apply(NEXT, MACHINE);
      lead(world, follower, refs('next', 'back'));
    },
    end: (world) => blind(world, false),
    left: 2,
  },
  'a selected object that is not created yet': {
    from: SELECTOR,
    trouble: (world) => {
      blind(world, true);
      world.cluster.apply(NEXT, MACHINE, WEB);
      world.cluster.apply(FRONT, MACHINE, { labels: {} });
    },
    end: (world) => blind(world, false),
    left: 2,
  },
  'an object whose status was emptied': {
    from: refs('front', 'back'),
    trouble: (world, follower) => {
      world.kill();
      blind(world, true);
      world.cluster.spoil(BACK, null);
      lead(world, follower, refs('back'));
      world.start();
    },
    end: (world) => blind(world, false),
    left: 1,
  },
};

describe.each([
  ['a firewall', FIREWALL],
  ['an allow list', ALLOW_LIST],
])(
  '%s loses nothing while a reference has no value, and what it is to lose afterwards',
  (_, follower) => {
    test.each(Object.entries(rows))(
      '%s',
      async (_name, { from, policy, trouble, waits, end, left }) => {
        const world = await begun(follower, from, policy);
        await trouble(world, follower);
        for (let minute = 0; minute < 60; minute += 5) {
          await world.time.advance(5 * MINUTE_MS);
          expect(follower.reach(world)).toBe(2);
        }
        const said = world.condition(follower.name, 'Synced');
        if (waits !== undefined) {
          expect(said?.reason).toBe('WaitingForReference');
          expect(said?.message).toContain(`waiting for ${waits}; until then ${follower.keeps}`);
        }
        end(world, follower);
        const isDone = () =>
          world.condition(follower.name, 'Synced')?.reason === 'InSync' &&
          follower.reach(world) === left;
        await world.until(isDone, HOUR_MS);
        expect(world.bugs).toEqual([]);
        await world.stop();
      },
    );

    test('an object that is put back to before it was created keeps its machine in the list', async () => {
      const world = await begun(follower, refs('front', 'back'));
      blind(world, true);
      world.cluster.apply(NEXT, MACHINE);
      lead(world, follower, refs('front', 'next'));
      const copy = new MemoryCluster(() => world.time.now(), KINDS, world.cluster);
      blind(world, false);
      await world.until(
        () => world.condition(follower.name, 'Synced')?.reason === 'InSync' && isReady(world, NEXT),
        HOUR_MS,
      );
      expect(follower.reach(world)).toBe(2);
      world.kill();
      world.cluster.putBack(copy);
      blind(world, true);
      world.start();
      await world.time.advance(HOUR_MS);
      expect(follower.reach(world)).toBe(2);
      blind(world, false);
      await world.until(() => isReady(world, NEXT) && isReady(world, follower.name), HOUR_MS);
      expect([follower.reach(world), world.bugs]).toEqual([2, []]);
      await world.stop();
    });
  },
);

test('the address of a machine that is gone leaves an allow list although its name is still there', async () => {
  const world = await begun(ALLOW_LIST, refs('front', 'back'), { policy: { deletion: 'Delete' } });
  world.cluster.delete(BACK);
  await world.until(
    () => world.cluster.get(BACK) === undefined && ALLOW_LIST.reach(world) === 1,
    HOUR_MS,
  );
  expect(world.condition(ALLOW_LIST.name, 'Synced')).toMatchObject({
    reason: 'WaitingForReference',
  });
  lead(world, ALLOW_LIST, refs('back'));
  await world.time.advance(HOUR_MS);
  expect(ALLOW_LIST.reach(world)).toBe(1);
  lead(world, ALLOW_LIST, refs('front'));
  await world.until(() => world.condition(ALLOW_LIST.name, 'Synced')?.reason === 'InSync', HOUR_MS);
  expect(ALLOW_LIST.reach(world)).toBe(1);
  await world.stop();
});

test('entries that move or go in a list of names keep what is recorded of the others', async () => {
  const world = await begun(FIREWALL, refs('front', 'back'));
  world.kill();
  blind(world, true);
  world.cluster.spoil(BACK, null);
  lead(world, FIREWALL, refs('back', 'front'));
  world.start();
  await world.time.advance(HOUR_MS);
  expect([
    FIREWALL.reach(world),
    world.wire.sent.filter((one) => /^DELETE .*\/devices\//.test(one)),
  ]).toEqual([2, []]);
  await world.stop();
});
