import { describe, expect, test } from 'vitest';
import type { ObjectName } from '../../src/engine/ports/cluster.ts';
import { KINDS } from '../../src/kinds/index.ts';
import { asRecord } from '../../src/model/parse.ts';
import { keepFence } from '../support/tenants.ts';
import { World } from '../support/world.ts';

/** A part of an item belongs to the holder of the item before any status shows it. */

const MINUTE_MS = 60_000;
const MACHINE = {
  region: 'eu-west',
  type: 'g6-nanode-1',
  label: 'web',
  image: 'compute/debian11',
  booted: true,
  backupsEnabled: true,
};
const POOL = {
  name: 'web',
  type: 'g6-standard-1',
  count: 1,
  autoscaler: { enabled: true, min: 1, max: 5 },
};
const WORK = { region: 'eu-west', k8sVersion: '1.26', label: 'work', pools: [POOL] };
const CLOSED = { inboundPolicy: 'DROP', outboundPolicy: 'DROP', inbound: [], outbound: [] };
const FREE = { deletion: 'Delete', drift: 'Correct', consent: 'Auto' };

const named =
  (namespace: string) =>
  (kind: string, name = 'one'): ObjectName => ({ kind, namespace, name });
const [theirs, ours] = [named('team-a'), named('team-b')];

const statusOf = (world: World, name: ObjectName) => asRecord(world.cluster.get(name)?.status);
const isReady = (world: World, name: ObjectName): boolean =>
  world.condition(name, 'Ready')?.status === 'True';
const saidOf = (world: World, name: ObjectName): string => {
  const { reason, message } = world.condition(name, 'Synced') ?? {};
  return `${String(reason)}: ${String(message)}`;
};

function newWorld() {
  const fence = keepFence(KINDS, () => world.cluster);
  const world: World = new World({
    kinds: KINDS,
    limits: 'off',
    pollMs: 2 * MINUTE_MS,
    between: fence.between,
  });
  world.start();
  return { world, fence };
}

/** Builds an idle object without close reads for a while. */
async function atRest(world: World, name: ObjectName, spec: object): Promise<number> {
  world.cluster.apply(name, spec);
  await world.until(() => isReady(world, name));
  await world.time.advance(40 * MINUTE_MS);
  return Number(statusOf(world, name)['id']);
}

/** Creates a backup in the service with an unreported id. */
function backUp(world: World, machine: number): number {
  const { body } = world.outsider.call('POST', `/compute/instances/${machine}/backups`, {
    label: 'now',
  });
  return Number(asRecord(body)['id']);
}

const machines = (world: World) =>
  world.outsider.rows<{ readonly id: number; readonly label: string }>('/compute/instances');

/** Creates a running instance that no object holds. */
async function freeMachine(world: World): Promise<number> {
  const body = {
    region: 'eu-west',
    type: 'g6-nanode-1',
    label: 'free',
    image: 'compute/debian11',
    root_pass: 'Aa1-xZ9_Aa1-xZ9_',
  };
  const { body: made } = world.outsider.call('POST', '/compute/instances', {
    ...body,
    backups_enabled: true,
  });
  await world.time.advance(5 * MINUTE_MS);
  return Number(asRecord(made)['id']);
}

/** Adds a node as an autoscaler does. @returns its instance */
function grow(world: World, cluster: number): number {
  const before = new Set(machines(world).map(({ id }) => id));
  const [pool] = world.outsider.rows<{ readonly id: number }>(`/kube/clusters/${cluster}/pools`);
  world.outsider.call('PUT', `/kube/clusters/${cluster}/pools/${String(pool?.id)}`, { count: 2 });
  return machines(world).find(({ id }) => !before.has(id))?.id ?? 0;
}

const RESTORED = { region: 'eu-west', type: 'g6-standard-1', label: 'copy' };

describe('a backup', () => {
  test.each([
    'before it is made',
    'as soon as it is made',
    'before it is created, and the operator restarts',
  ])('of another namespace is not restored by its id %s', async (moment) => {
    const first = newWorld();
    const id = backUp(first.world, await atRest(first.world, theirs('Instance'), MACHINE));
    await first.world.stop();
    const { world, fence } = newWorld();
    const machine = await atRest(world, theirs('Instance'), MACHINE);
    const ask = (): void =>
      void world.cluster.apply(ours('Instance'), { ...RESTORED, backupId: id });
    if (moment.startsWith('before')) ask();
    if (moment.endsWith('restarts')) {
      await world.time.advance(MINUTE_MS);
      world.kill();
      world.start();
    }
    expect(backUp(world, machine)).toBe(id);
    ask();
    await world.time.advance(5 * MINUTE_MS);
    expect(saidOf(world, ours('Instance'))).toMatch(
      /^(Waiting: .*may be of another namespace|Refused: spec\.backupId: )/,
    );
    await world.time.advance(60 * MINUTE_MS);
    expect(saidOf(world, ours('Instance'))).toContain(
      `Refused: spec.backupId: item ${id} belongs to an object of another namespace`,
    );
    expect([machines(world).length, fence.breaches]).toEqual([1, []]);
    await world.stop();
  });

  test.each([
    ['that the namespace holds', 'Manage'],
    ['that the namespace observes', 'Observe'],
  ])(
    'of an instance %s is restored beside those of others, after a restart of the operator too',
    async (_, mode) => {
      const { world } = newWorld();
      await atRest(world, theirs('Instance'), MACHINE);
      const free = await freeMachine(world);
      world.cluster.apply(ours('Instance', 'source'), {
        import: { by: 'Id', id: free },
        policy: { mode },
      });
      await world.until(() => statusOf(world, ours('Instance', 'source'))['id'] === free);
      const backup = backUp(world, free);
      await world.time.advance(40 * MINUTE_MS);
      world.kill();
      world.start();
      await world.time.advance(MINUTE_MS);
      world.cluster.apply(ours('Instance'), { ...RESTORED, backupId: backup });
      await world.until(() => isReady(world, ours('Instance')), 10 * MINUTE_MS);
      expect(machines(world).map(({ label }) => label)).toContain('copy');
      await world.stop();
    },
  );

  test('of a machine that no object holds is restored where no other namespace holds a machine', async () => {
    const { world } = newWorld();
    const backup = backUp(world, await freeMachine(world));
    await world.time.advance(10 * MINUTE_MS);
    world.cluster.apply(ours('Instance'), { ...RESTORED, backupId: backup });
    await world.until(() => isReady(world, ours('Instance')), 10 * MINUTE_MS);
    expect(machines(world)).toHaveLength(2);
    await world.stop();
  });
});

/** Uses of an instance with a guessed id by an object of another team. */
const ASKS: readonly (readonly [what: string, kind: string, spec: (id: number) => object])[] = [
  ['an import', 'Instance', (id) => ({ import: { by: 'Id', id }, policy: FREE })],
  ['a look', 'Instance', (id) => ({ import: { by: 'Id', id }, policy: { mode: 'Observe' } })],
  ['a firewall', 'Firewall', (id) => ({ rules: CLOSED, instanceRefs: [{ id }] })],
  [
    'a volume',
    'Volume',
    (id) => ({
      region: 'eu-west',
      size: 20,
      attachment: { mode: 'Attached', instanceRef: { id } },
    }),
  ],
];

describe.each(ASKS)(
  'a new node of a cluster of another namespace is not for %s',
  (_what, kind, spec) => {
    test.each([
      ['when it is there', 'there'],
      ['that guessed its id', 'guessed'],
      ['after a restart of the operator', 'anew'],
      ['while the cluster is paused', 'paused'],
    ])('%s', async (_moment, how) => {
      const first = newWorld();
      const node = grow(first.world, await atRest(first.world, theirs('KubeCluster'), WORK));
      await first.world.stop();
      const { world, fence } = newWorld();
      const cluster = await atRest(world, theirs('KubeCluster'), WORK);
      if (how === 'paused')
        world.cluster.apply(theirs('KubeCluster'), { ...WORK, policy: { mode: 'Paused' } });
      if (how === 'guessed') world.cluster.apply(ours(kind), spec(node));
      await world.time.advance(MINUTE_MS);
      if (how === 'anew') world.kill();
      expect(grow(world, cluster)).toBe(node);
      if (how === 'anew') world.start();
      world.cluster.apply(ours(kind), spec(node));
      await world.time.advance(60 * MINUTE_MS);
      const id = statusOf(world, ours(kind))['id'];
      world.cluster.delete(ours(kind));
      await world.until(() => world.cluster.get(ours(kind)) === undefined);
      expect([
        id === node,
        world.wire.sent.filter((line) => !line.startsWith('GET') && line.includes(String(node))),
      ]).toEqual([false, []]);
      const { body } = world.outsider.call('GET', `/compute/instances/${node}/firewalls`);
      expect([asRecord(body)['data'] ?? [], fence.breaches]).toEqual([[], []]);
      expect(world.outsider.call('GET', `/compute/instances/${node}`)).toMatchObject({
        status: 200,
      });
      await world.stop();
    });
  },
);

test.each(ASKS)(
  'a machine that is no node is there for %s within minutes, beside a cluster of another namespace',
  async (_, kind, spec) => {
    const { world } = newWorld();
    await atRest(world, theirs('KubeCluster'), WORK);
    const free = await freeMachine(world);
    world.cluster.apply(ours(kind), spec(free));
    await world.until(
      () => world.condition(ours(kind), 'Synced')?.status === 'True',
      5 * MINUTE_MS,
    );
    expect(statusOf(world, ours(kind))['id']).toBeGreaterThan(0);
    await world.stop();
  },
);

test('a machine that is a day old is there for an import, although a cluster of another namespace is paused', async () => {
  const { world } = newWorld();
  await atRest(world, theirs('KubeCluster'), WORK);
  const id = await freeMachine(world);
  world.cluster.apply(theirs('KubeCluster'), { ...WORK, policy: { mode: 'Paused' } });
  world.kill();
  await world.time.advance(24 * 60 * MINUTE_MS);
  world.start();
  world.cluster.apply(ours('Instance'), { import: { by: 'Id', id } });
  await world.until(() => statusOf(world, ours('Instance'))['id'] === id, 5 * MINUTE_MS);
  expect(isReady(world, theirs('KubeCluster'))).toBe(true);
  await world.stop();
});
