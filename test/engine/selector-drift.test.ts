import { describe, expect, test } from 'vitest';
import type { ObjectName } from '../../src/engine/ports/cluster.ts';
import { KINDS } from '../../src/kinds/index.ts';
import { ANNOTATION } from '../../src/model/group.ts';
import { asRecord } from '../../src/model/parse.ts';
import { World } from '../support/world.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const named = (kind: string, name: string): ObjectName => ({ kind, namespace: 'default', name });
const MACHINES = Array.from({ length: 8 }, (_, index) => named('Instance', `web-${index}`));
const MACHINE = { region: 'eu-west', type: 'g6-nanode-1', image: 'compute/debian11', booted: true };
const [WEB, NONE] = [{ labels: { app: 'web' } }, { labels: {} }];
const SELECTOR = { instanceSelector: { matchLabels: { app: 'web' } } };
const RULES = { inboundPolicy: 'DROP', outboundPolicy: 'ACCEPT' };

/** An object with a selector, and the number of instances that it reaches. */
interface Follower {
  readonly name: ObjectName;
  readonly spec: object;
  readonly reach: (world: World) => number;
}

const FIREWALL: Follower = {
  name: named('Firewall', 'guard'),
  spec: { rules: RULES, ...SELECTOR },
  reach: (world) => {
    const [wall] = world.outsider.rows<{ readonly id: number }>('/networking/firewalls');
    return world.outsider.rows(`/networking/firewalls/${wall?.id}/devices`).length;
  },
};

const ALLOW_LIST: Follower = {
  name: named('MySQLDatabase', 'store'),
  spec: {
    region: 'eu-west',
    type: 'g6-standard-1',
    engine: 'mysql/8.0.26',
    allowListFrom: SELECTOR,
  },
  reach: (world) =>
    world.outsider.rows<{ readonly allow_list: readonly string[] }>('/databases/mysql/instances')[0]
      ?.allow_list.length ?? 0,
};

/** Builds instances with rare polls, because labels are watched. */
async function withMachines({ name, spec, reach }: Follower): Promise<World> {
  const world = new World({ kinds: KINDS, limits: 'off', pollMs: 5 * MINUTE_MS });
  world.start();
  for (const one of MACHINES) world.cluster.apply(one, MACHINE, WEB);
  world.cluster.apply(name, spec);
  const isReady = () =>
    [name, ...MACHINES].every((one) => world.condition(one, 'Ready')?.status === 'True');
  await world.until(() => isReady() && reach(world) === MACHINES.length, 120 * MINUTE_MS);
  return world;
}

const asks = (world: World, { name }: Follower): boolean =>
  world.condition(name, 'Synced')?.reason === 'ConsentRequired';
const hashOf = (world: World, { name }: Follower): string =>
  String(asRecord(asRecord(world.cluster.get(name)?.status)['plan'])['hash']);

/** Removes the label from instances, one after the other. */
async function unlabelEach(
  world: World,
  machines: readonly ObjectName[],
  pauseMs: number,
): Promise<void> {
  for (const machine of machines) {
    world.cluster.apply(machine, MACHINE, NONE);
    await world.time.advance(pauseMs);
  }
}

describe.each([
  ['a firewall', FIREWALL],
  ['an allow list', ALLOW_LIST],
])('%s whose selector loses machines one after the other', (_, follower) => {
  test('asks before it loses more than half of them within an hour, however long that lasts', async () => {
    const world = await withMachines(follower);
    await unlabelEach(world, MACHINES, 5 * MINUTE_MS);
    expect([asks(world, follower), follower.reach(world)]).toEqual([true, 4]);
    world.kill();
    world.start();
    await world.time.advance(3 * HOUR_MS);
    expect([asks(world, follower), follower.reach(world)]).toEqual([true, 4]);
    world.cluster.annotate(follower.name, { [ANNOTATION.consent]: hashOf(world, follower) });
    await world.until(() => follower.reach(world) === 0);
    expect(world.bugs).toEqual([]);
    await world.stop();
  });

  test('asks too when the process ends after each of them', async () => {
    const world = await withMachines(follower);
    for (const machine of MACHINES.slice(0, 5)) {
      await unlabelEach(world, [machine], 5 * MINUTE_MS);
      world.kill();
      world.start();
    }
    await world.time.advance(5 * MINUTE_MS);
    expect([asks(world, follower), follower.reach(world)]).toEqual([true, 4]);
    await world.stop();
  });

  test('counts those that another writer takes out of the status', async () => {
    const world = await withMachines(follower);
    await unlabelEach(world, MACHINES.slice(0, 4), 5 * MINUTE_MS);
    world.cluster.spoil(follower.name, { internal: { strayed: null } });
    await world.time.advance(5 * MINUTE_MS);
    await unlabelEach(world, MACHINES.slice(4, 5), 0);
    await world.until(() => asks(world, follower));
    expect(follower.reach(world)).toBe(4);
    await world.stop();
  });

  test.each([
    ['one in an hour, down to the last', HOUR_MS + MINUTE_MS, 7],
    ['three of eight within the hour', 20 * MINUTE_MS, 3],
  ])('asks for nothing: %s', async (_name, pauseMs, count) => {
    const world = await withMachines(follower);
    await unlabelEach(world, MACHINES.slice(0, count), pauseMs);
    expect([world.condition(follower.name, 'Synced')?.reason, follower.reach(world)]).toEqual([
      'InSync',
      MACHINES.length - count,
    ]);
    await world.stop();
  });

  test('asks for nothing where the labels come back', async () => {
    const world = await withMachines(follower);
    for (const machine of [...MACHINES, ...MACHINES]) {
      await unlabelEach(world, [machine], 0);
      await world.until(() => follower.reach(world) === MACHINES.length - 1);
      world.cluster.apply(machine, MACHINE, WEB);
      await world.until(() => follower.reach(world) === MACHINES.length);
    }
    expect(asks(world, follower)).toBe(false);
    await world.stop();
  });

  test('counts from the start after an edit of the spec', async () => {
    const world = await withMachines(follower);
    await unlabelEach(world, MACHINES.slice(0, 4), 5 * MINUTE_MS);
    world.cluster.apply(follower.name, { ...follower.spec, label: 'renamed' });
    await world.time.advance(5 * MINUTE_MS);
    await unlabelEach(world, MACHINES.slice(4, 5), 0);
    await world.until(() => follower.reach(world) === 3);
    expect(asks(world, follower)).toBe(false);
    await world.stop();
  });
});

test('machines that are deleted leave their firewall without a question, to the last', async () => {
  const world = await withMachines(FIREWALL);
  const wasAsked: boolean[] = [];
  for (const machine of MACHINES) {
    world.cluster.delete(machine);
    while (
      world.cluster.get(machine) !== undefined ||
      FIREWALL.reach(world) > world.cluster.all('Instance').length
    ) {
      await world.time.advance(1_000);
      wasAsked.push(asks(world, FIREWALL));
    }
  }
  await world.time.advance(10 * MINUTE_MS);
  expect([FIREWALL.reach(world), wasAsked.includes(true), asks(world, FIREWALL)]).toEqual([
    0,
    false,
    false,
  ]);
  await world.stop();
});

test('machines that are deleted do not count for those that only lose their label', async () => {
  const world = await withMachines(FIREWALL);
  for (const machine of MACHINES.slice(4)) world.cluster.delete(machine);
  await world.until(() => world.cluster.all('Instance').length === 4, 120 * MINUTE_MS);
  await unlabelEach(world, MACHINES.slice(0, 2), MINUTE_MS);
  expect([asks(world, FIREWALL), FIREWALL.reach(world)]).toEqual([false, 2]);
  await unlabelEach(world, MACHINES.slice(2, 3), 0);
  await world.until(() => asks(world, FIREWALL));
  expect(world.condition(FIREWALL.name, 'Synced')?.message).toContain(
    'select 1 of the 4 instances of the firewall',
  );
  await world.stop();
});
