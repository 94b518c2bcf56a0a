import { expect, test } from 'vitest';
import type { ObjectName } from '../../src/engine/ports/cluster.ts';
import { KINDS } from '../../src/kinds/index.ts';
import { asRecord } from '../../src/model/parse.ts';
import { World } from '../support/world.ts';

const MINUTE_MS = 60_000;
const REST_MS = 30 * MINUTE_MS;
/** Lifetime of a listing. */
const HELD_MS = 90_000;
const cluster = (i: number): ObjectName => ({
  kind: 'KubeCluster',
  namespace: 'default',
  name: `kube-${i}`,
});
const specOf = (count: number) => ({
  region: 'us-east',
  k8sVersion: '1.23',
  pools: [{ name: 'web', type: 'g6-standard-1', count }],
});
const addressesOf = (world: World, name: ObjectName): readonly unknown[] =>
  (asRecord(world.cluster.get(name)?.status)['nodeAddresses'] ?? []) as readonly unknown[];
const listings = (world: World, since = 0): number =>
  world.wire.sent.slice(since).filter((request) => request === 'GET /compute/instances').length;

interface Counted {
  readonly makingMs: number;
  readonly making: number;
  readonly resting: number;
}

/** Counts the listings of the instances until clusters are idle, and in half an hour afterwards,
 *  each with the addresses of its node. */
async function counted(clusters: number): Promise<Counted> {
  const world = new World({ kinds: KINDS, limits: 'off' });
  const begunAt = world.time.now();
  world.start();
  const names = Array.from({ length: clusters }, (_, i) => cluster(i));
  for (const name of names) world.cluster.apply(name, specOf(1));
  const synced = (name: ObjectName): boolean =>
    world.condition(name, 'Synced')?.status === 'True' && addressesOf(world, name).length > 0;
  await world.until(() => names.every(synced), 60 * MINUTE_MS);
  const sent = world.wire.sent.length;
  const [makingMs, making] = [world.time.now() - begunAt, listings(world)];
  await world.time.advance(REST_MS);
  const looks = world.wire.sent.slice(sent).filter((request) => request.endsWith('/pools')).length;
  expect(looks).toBeGreaterThanOrEqual(clusters);
  const resting = listings(world, sent);
  expect(names.map((name) => addressesOf(world, name).length)).toEqual(names.map(() => 2));
  expect(world.bugs).toEqual([]);
  await world.stop();
  return { makingMs, making, resting };
}

test.each([1, 50])(
  'the nodes of %i clusters are found in a listing of the account every 90 seconds at most',
  async (clusters) => {
    const { makingMs, making, resting } = await counted(clusters);
    expect(making).toBeLessThanOrEqual(makingMs / HELD_MS + 2);
    expect(resting).toBeLessThanOrEqual(REST_MS / HELD_MS + 1);
  },
  120_000,
);

test('a node that the shared listing does not show yet is found by a newer one at once', async () => {
  const world = new World({ kinds: KINDS, limits: 'off' });
  world.start();
  world.cluster.apply(cluster(0), specOf(1));
  await world.until(() => addressesOf(world, cluster(0)).length === 2, 60 * MINUTE_MS);
  await world.time.advance(MINUTE_MS);
  const id = Number(asRecord(world.cluster.get(cluster(0))?.status)['id']);
  const [pool] = world.outsider.rows<{ readonly id: number }>(`/kube/clusters/${id}/pools`);
  world.outsider.call('PUT', `/kube/clusters/${id}/pools/${pool?.id}`, { count: 2 });
  const nodes = (): number => world.outsider.rows('/compute/instances').length;
  await world.until(() => nodes() === 2);
  world.cluster.annotate(cluster(0), { 'cloudinfra.dev/sync-requested-at': 'now' });
  await world.time.advance(2_000);
  expect(addressesOf(world, cluster(0))).toHaveLength(4);
  await world.stop();
});
