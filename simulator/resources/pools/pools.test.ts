import { expect, test } from 'vitest';
import { playAll } from '../../../test/support/simulator/case.ts';
import { field, make } from '../../../test/support/simulator/givens.ts';
import { openStage, type Stage } from '../../../test/support/simulator/stage.ts';

const ALL = '/kube/clusters';
const TYPE = 'g6-standard-1';
const POOL = { type: TYPE, count: 2 };
const BODY = { label: 'cluster', k8s_version: '1.24', region: 'us-east', node_pools: [POOL] };

/** Ids of the first cluster and its first pool in a new world. */
const CLUSTER = 76_001;
const FIRST = 118_001;
const POOLS = `${ALL}/${CLUSTER}/pools`;

const cluster = (stage: Stage, pool: object = {}): number => {
  make(stage, ALL, { ...BODY, node_pools: [{ ...POOL, ...pool }] });
  stage.settle();
  return FIRST;
};

const scaling = (stage: Stage): number =>
  cluster(stage, { autoscaler: { enabled: true, min: 1, max: 5 } });

type Node = { readonly id: string; readonly instance_id: number | null; readonly status: string };
const nodesOf = (stage: Stage, id: number): readonly Node[] =>
  field(stage, `${POOLS}/${id}`, 'nodes') as readonly Node[];
const instances = (stage: Stage): unknown => field(stage, '/compute/instances', 'results');

playAll([
  {
    name: 'a pool begins with nodes that are not ready, the first with its instance',
    given: cluster,
    call: () => ['POST', POOLS, { ...POOL, tags: ['web'] }],
    has: {
      count: 2,
      disks: [],
      autoscaler: { enabled: false, min: 2, max: 2 },
      tags: ['web'],
      nodes: [
        { instance_id: expect.any(Number) as number, status: 'not_ready' },
        { instance_id: null, status: 'not_ready' },
      ],
    },
  },
  {
    name: 'nodes are named after pool and time',
    given: cluster,
    call: (id) => ['GET', `${POOLS}/${id}`],
    has: { nodes: [{ id: expect.stringMatching(/^118001-648afd40[0-9a-f]{4}$/) as string }, {}] },
  },
  {
    name: 'an autoscaler without bounds has the count for both',
    given: cluster,
    call: () => ['POST', POOLS, { ...POOL, autoscaler: { enabled: true } }],
    has: { autoscaler: { enabled: true, min: 2, max: 2 } },
  },
  {
    name: 'bounds are sent together',
    given: cluster,
    call: () => ['POST', POOLS, { ...POOL, autoscaler: { enabled: true, min: 1 } }],
    status: 400,
    problems: ['autoscaler: min and max require each other'],
  },
  {
    name: 'a count is 1 to 100',
    given: cluster,
    call: () => ['POST', POOLS, { ...POOL, count: 101 }],
    status: 400,
    problems: ['count: Must be 1-100'],
  },
  {
    name: 'partitions leave room for the boot disk',
    given: cluster,
    call: () => ['POST', POOLS, { ...POOL, disks: [{ size: 51_200, type: 'ext4' }] }],
    status: 400,
    problems: ["disks: Partitions must leave room on the plan's 51200 MB"],
  },
  {
    name: 'partitions are disks of the nodes, beside the boot disk',
    given: (stage) => cluster(stage, { disks: [{ size: 1000, type: 'raw' }] }),
    call: (id, stage) => ['GET', `/compute/instances/${nodesOf(stage, id)[0]?.instance_id}/disks`],
    has: {
      data: [
        { label: 'Boot Disk', size: 50_200 },
        { size: 1000, filesystem: 'raw' },
      ],
    },
  },
  {
    name: 'the pool of another cluster is not found',
    given: cluster,
    call: () => ['GET', `${ALL}/${CLUSTER}/pools/5`],
    status: 404,
  },
]);

playAll([
  {
    name: 'more nodes: the bounds of an autoscaler that is off stay',
    given: cluster,
    call: (id) => ['PUT', `${POOLS}/${id}`, { count: 3 }],
    has: {
      count: 3,
      autoscaler: { enabled: false, min: 2, max: 2 },
      nodes: [{ status: 'ready' }, { status: 'ready' }, { status: 'not_ready' }],
    },
    afterwards: (stage) => expect(instances(stage)).toBe(3),
  },
  {
    name: 'fewer nodes: the youngest go, with their instances',
    given: (stage) => cluster(stage, { count: 3 }),
    call: (id) => ['PUT', `${POOLS}/${id}`, { count: 1 }],
    has: { count: 1, nodes: [{ status: 'ready' }] },
    afterwards: (stage) => {
      stage.settle();
      expect(instances(stage)).toBe(1);
    },
  },
  {
    name: 'turning the autoscaler on',
    given: cluster,
    call: (id) => ['PUT', `${POOLS}/${id}`, { autoscaler: { enabled: true, min: 2, max: 5 } }],
    has: { count: 2, autoscaler: { enabled: true, min: 2, max: 5 } },
  },
  {
    name: 'turning the autoscaler off',
    given: scaling,
    call: (id) => ['PUT', `${POOLS}/${id}`, { autoscaler: { enabled: false } }],
    has: { autoscaler: { enabled: false, min: 2, max: 2 } },
  },
  {
    name: 'tags are taken in the order in which they come',
    given: cluster,
    call: (id) => ['PUT', `${POOLS}/${id}`, { tags: ['zeta', 'alpha'] }],
    has: { tags: ['zeta', 'alpha'] },
  },
  {
    name: 'tags of a pool do not change',
    dialect: 'documents',
    given: (stage) => cluster(stage, { tags: ['web'] }),
    call: (id) => ['PUT', `${POOLS}/${id}`, { tags: ['zeta'] }],
    has: { tags: ['web'] },
  },
  {
    name: 'disks and plan of a pool never change',
    given: cluster,
    call: (id) => [
      'PUT',
      `${POOLS}/${id}`,
      { type: 'g6-standard-2', disks: [{ size: 1000, type: 'raw' }] },
    ],
    has: { type: TYPE, disks: [] },
    afterwards: (stage) => expect(stage.sim.calls().unknownFields).toBe(2),
  },
  {
    name: 'a pool goes with its instances',
    given: (stage) => {
      cluster(stage);
      return make(stage, POOLS, POOL);
    },
    call: (id) => ['DELETE', `${POOLS}/${id}`],
    afterwards: (stage, id) => {
      expect(stage.call('GET', `${POOLS}/${id}`).status).toBe(404);
      stage.settle();
      expect(instances(stage)).toBe(2);
    },
  },
  {
    name: 'the last pool stays',
    given: cluster,
    call: (id) => ['DELETE', `${POOLS}/${id}`],
    status: 400,
    problems: ['Clusters must contain at least one node pool.'],
  },
]);

test('recycling a pool leaves the others alone', () => {
  const stage = openStage();
  cluster(stage);
  const second = make(stage, POOLS, POOL);
  stage.settle();
  const [before, other] = [nodesOf(stage, FIRST), nodesOf(stage, second)];
  stage.call('POST', `${POOLS}/${FIRST}/recycle`);
  stage.settle();
  expect(nodesOf(stage, second)).toEqual(other);
  expect(nodesOf(stage, FIRST).filter((node) => before.some(({ id }) => id === node.id))).toEqual(
    [],
  );
});

test('the autoscaler changes the count within its bounds; one that is off does nothing', () => {
  const resized = (stage: Stage, count: number): unknown => {
    stage.call('POST', '/__sim/incident', {
      name: 'pool.autoscaled',
      args: { poolId: FIRST, count },
    });
    return field(stage, `${POOLS}/${FIRST}`, 'count');
  };
  const stage = openStage();
  scaling(stage);
  expect([resized(stage, 4), resized(stage, 9), resized(stage, 0)]).toEqual([4, 5, 1]);
  const still = openStage();
  cluster(still);
  expect(resized(still, 4)).toBe(2);
});

test('a pool that is made smaller while it is recycled ends with new nodes only', () => {
  const stage = openStage();
  cluster(stage, { count: 3 });
  const before = nodesOf(stage, FIRST).map(({ id }) => id);
  stage.call('POST', `${POOLS}/${FIRST}/recycle`);
  stage.call('PUT', `${POOLS}/${FIRST}`, { count: 2 });
  stage.settle();
  const after = nodesOf(stage, FIRST);
  expect(after.map(({ status }) => status)).toEqual(['ready', 'ready']);
  expect(after.filter(({ id }) => before.includes(id))).toEqual([]);
  expect(instances(stage)).toBe(2);
});
