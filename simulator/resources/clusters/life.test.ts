import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { openStage, type Stage } from '../../../test/support/simulator/stage.ts';
import { instances } from '../instances/table.ts';
import { type NodeRow, nodes } from '../nodes/table.ts';
import { pools } from '../pools/table.ts';
import { clusterTable } from './table.ts';

const TYPE = 'g6-standard-1';
const clusterIds = fc.constantFrom(76_001, 76_002);
const poolIds = fc.constantFrom(118_001, 118_002, 118_003);
const counts = fc.integer({ min: 1, max: 4 });

const nodeName = (stage: Stage, index: number): string | undefined => {
  const all = nodes.all(stage.sim.world());
  return all[index % Math.max(1, all.length)]?.name;
};

const call =
  (method: string, path: string, body?: unknown) =>
  (stage: Stage): void =>
    void stage.call(method, path, body);

const create = (label: string, wanted: readonly number[]): ((stage: Stage) => void) => {
  const node_pools = wanted.map((count) => ({ type: TYPE, count }));
  return call('POST', '/kube/clusters', {
    label,
    k8s_version: '1.24',
    region: 'us-east',
    node_pools,
  });
};

/** An action on clusters by their owner or on their instances, or a lapse of time. */
const deed: fc.Arbitrary<(stage: Stage) => void> = fc.oneof(
  fc
    .tuple(fc.constantFrom('one', 'two'), counts, counts)
    .map(([label, ...wanted]) => create(label, wanted)),
  clusterIds.map((id) => call('DELETE', `/kube/clusters/${id}`)),
  clusterIds.map((id) => call('POST', `/kube/clusters/${id}/recycle`)),
  clusterIds.map((id) =>
    call('PUT', `/kube/clusters/${id}`, { control_plane: { high_availability: true } }),
  ),
  fc
    .tuple(clusterIds, counts)
    .map(([id, count]) => call('POST', `/kube/clusters/${id}/pools`, { type: TYPE, count })),
  fc
    .tuple(clusterIds, poolIds, counts)
    .map(([id, pool, count]) => call('PUT', `/kube/clusters/${id}/pools/${pool}`, { count })),
  fc
    .tuple(clusterIds, poolIds)
    .map(([id, pool]) => call('DELETE', `/kube/clusters/${id}/pools/${pool}`)),
  fc
    .tuple(clusterIds, poolIds)
    .map(([id, pool]) => call('POST', `/kube/clusters/${id}/pools/${pool}/recycle`)),
  fc.tuple(clusterIds, fc.nat(9)).map(([id, index]) => (stage: Stage) => {
    call('DELETE', `/kube/clusters/${id}/nodes/${nodeName(stage, index)}`)(stage);
  }),
  fc.tuple(clusterIds, fc.nat(9)).map(([id, index]) => (stage: Stage) => {
    call('POST', `/kube/clusters/${id}/nodes/${nodeName(stage, index)}/recycle`)(stage);
  }),
  fc
    .integer({ min: 46_000_001, max: 46_000_008 })
    .map((id) => call('DELETE', `/compute/instances/${id}`)),
  fc.nat(120_000).map((ms) => (stage: Stage) => stage.pass(ms)),
);

const deeds = fc.array(deed, { maxLength: 40 });

const later = (acts: readonly ((stage: Stage) => void)[]): Stage => {
  const stage = openStage();
  for (const act of [create('first', [2, 3]), ...acts]) act(stage);
  for (let hour = 0; hour < 3; hour += 1) stage.settle();
  return stage;
};

test.prop([deeds])('whatever is done, every pool ends with its count of ready nodes', (acts) => {
  const world = later(acts).sim.world();
  const isReady = ({ hasJoined, isDoomed, instanceId }: NodeRow): boolean =>
    hasJoined && !isDoomed && instances.find(world, instanceId ?? 0)?.status === 'running';
  for (const pool of pools.all(world)) {
    const own = nodes.all(world).filter((node) => node.poolId === pool.id);
    expect(own).toHaveLength(pool.count);
    expect(own.filter((node) => !isReady(node))).toEqual([]);
  }
});

test.prop([deeds])(
  'every instance belongs to one node, every node to a pool, every pool to a cluster',
  (acts) => {
    const world = later(acts).sim.world();
    const owned = nodes.all(world).map(({ instanceId }) => instanceId ?? 0);
    expect(owned.toSorted((a, b) => a - b)).toEqual(instances.all(world).map(({ id }) => id));
    expect(
      nodes.all(world).filter(({ poolId }) => pools.find(world, poolId) === undefined),
    ).toEqual([]);
    expect(
      pools.all(world).filter(({ clusterId }) => clusterTable.find(world, clusterId) === undefined),
    ).toEqual([]);
    expect(world.pending).toEqual([]);
  },
);
