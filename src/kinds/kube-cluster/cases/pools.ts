import type { Case } from '../../../model/case.ts';

const POOLS = '/kube/clusters/31/pools';
const ADD = `AddPool (POST ${POOLS})`;
const PUT = `ResizePool (PUT ${POOLS}/41)`;
const TYPE = 'g6-standard-1';
const web = { name: 'web', type: TYPE, count: 2 };
const jobs = { name: 'jobs', type: TYPE, count: 1 };
const FEW = 'wait for the nodes of pool';
const ADVICE =
  'change the name of the pool: the operator adds a new pool, then deletes the old pool';

const node = (id: number, status = 'ready') => ({ id: `41-${id}`, instance_id: 100 + id, status });
const off = { enabled: false, min: 2, max: 2 };
const stored = (fields: object = {}) => ({
  id: 41,
  type: TYPE,
  count: 2,
  nodes: [node(1), node(2)],
  disks: [],
  autoscaler: off,
  tags: ['k8s-pool:web'],
  ...fields,
});
/** Builds the details of a reachable cluster with these pools. */
const observed = (...pools: readonly object[]) => ({
  endpoints: [{ endpoint: 'https://example.com' }],
  kubeconfig: { kubeconfig: 'YTo=' },
  pools,
});
const second = stored({ id: 42, count: 1, nodes: [node(3)], tags: ['k8s-pool:jobs'] });
const record = (id: number, name?: string) => ({
  id,
  name,
  type: TYPE,
  count: 2,
  readyNodes: 2,
  nodes: [],
});
/** Builds the spec of a cluster whose pool has an autoscaler. */
const scaling = (autoscaler: object, count: number) => ({ pools: [{ ...web, count, autoscaler }] });
const recorded = (...pools: readonly object[]) => ({ pools });

const added: readonly Case[] = [
  {
    name: 'pools that were not looked at are not spoken of',
    unseen: true,
    spec: { pools: [{ ...web, count: 3 }] },
    plan: [],
  },
  {
    name: 'pools that the service does not show are waited for',
    spec: { pools: [web] },
    details: { ...observed(), pools: null },
    plan: [
      'wait for the node pools of the cluster, which the service does not show',
      'wait for a node pool: the cluster has none',
    ],
  },
  {
    name: 'a new pool is added with its name as a tag',
    was: {},
    source: 'clusters#node-pools',
    keptBy: 'plan',
    spec: { pools: [web, { ...jobs, disks: [{ size: 1024, type: 'raw' }] }] },
    details: observed(stored()),
    plan: [
      `${ADD} pools[jobs].type: ${TYPE}, pools[jobs].disks: [{"size":1024,"type":"raw"}], pools[jobs].count: 1`,
    ],
    sends: [
      { type: TYPE, count: 1, disks: [{ size: 1024, type: 'raw' }], tags: ['k8s-pool:jobs'] },
    ],
  },
  {
    name: 'an autoscaler begins with the fewest nodes, and its bounds go together',
    was: {},
    source: 'clusters#autoscaler',
    keptBy: 'plan',
    spec: {
      pools: [web, { name: 'jobs', type: TYPE, autoscaler: { enabled: true, min: 2, max: 4 } }],
    },
    details: observed(stored()),
    plan: [
      `${ADD} pools[jobs].type: ${TYPE}, pools[jobs].autoscaler.enabled: true, pools[jobs].autoscaler.min: 2, pools[jobs].autoscaler.max: 4`,
    ],
    sends: [
      {
        type: TYPE,
        count: 2,
        autoscaler: { enabled: true, min: 2, max: 4 },
        tags: ['k8s-pool:jobs'],
      },
    ],
  },
  {
    name: 'bounds that are not named are the count',
    was: {},
    source: 'clusters#autoscaler',
    keptBy: 'plan',
    spec: { pools: [web, { ...jobs, autoscaler: { enabled: true } }] },
    details: observed(stored()),
    plan: [`${ADD} pools[jobs].type: ${TYPE}, pools[jobs].autoscaler.enabled: true`],
    sends: [
      {
        type: TYPE,
        count: 1,
        autoscaler: { enabled: true, min: 1, max: 1 },
        tags: ['k8s-pool:jobs'],
      },
    ],
  },
];

const known: readonly Case[] = [
  {
    name: 'a pool is known by its tag',
    was: {},
    source: 'clusters#node-pools',
    keptBy: 'canonical',
    spec: { pools: [web] },
    details: observed(stored()),
    plan: [],
  },
  {
    name: 'the recorded id beats the tag',
    spec: { pools: [web] },
    details: observed(stored({ tags: [] }), stored({ id: 43 })),
    recorded: recorded(record(41, 'web')),
    plan: [],
  },
  {
    name: 'a pool is known by the id that the spec gives it',
    spec: { pools: [{ ...web, name: 'main', id: 41 }] },
    details: observed(stored({ tags: [] })),
    plan: [],
  },
  {
    name: 'an id that no pool has is refused',
    was: {},
    spec: { pools: [{ ...web, id: 7 }] },
    details: observed(stored()),
    plan: ['refuse spec.pools[web].id: the cluster has no pool 7'],
  },
  {
    name: 'without tags, an unknown pool is matched by its type',
    mayTag: false,
    spec: { pools: [web, jobs] },
    details: observed(stored({ tags: [] }), stored({ id: 42, tags: [] })),
    recorded: recorded(record(41, 'web')),
    plan: [`ResizePool (PUT ${POOLS}/42) pools[jobs].count: 2 -> 1`],
  },
  {
    name: 'a pool that vanished is added again',
    spec: { pools: [web, jobs] },
    details: observed(stored()),
    recorded: recorded(record(41, 'web'), record(42, 'jobs')),
    plan: [`${ADD} pools[jobs].type: ${TYPE}, pools[jobs].count: 1`],
  },
  {
    name: 'a plan is not changed under a name',
    was: {},
    source: 'clusters#node-pools',
    keptBy: 'refuse',
    spec: { pools: [{ ...web, type: 'g6-standard-2' }] },
    details: observed(stored()),
    plan: [`refuse spec.pools[web].type: the plan of a pool cannot change (is ${TYPE}); ${ADVICE}`],
  },
  {
    name: 'disks are not changed under a name',
    was: {},
    source: 'clusters#node-pools',
    keptBy: 'refuse',
    spec: { pools: [{ ...web, disks: [{ size: 1, type: 'raw' }] }] },
    details: observed(stored()),
    plan: [`refuse spec.pools[web].disks: the disks of a pool cannot change; ${ADVICE}`],
  },
  {
    name: 'ext-4 and ext4 are the same',
    source: 'clusters#node-pools',
    keptBy: 'canonical',
    spec: { pools: [{ ...web, disks: [{ size: 1, type: 'ext4' }] }] },
    details: observed(stored({ disks: [{ size: 1, type: 'ext-4' }] })),
    plan: [],
  },
];

const scaled: readonly Case[] = [
  {
    name: 'a pool grows',
    was: {},
    source: 'clusters#node-pools',
    keptBy: 'plan',
    spec: { pools: [{ ...web, count: 3 }] },
    details: observed(stored()),
    plan: [`${PUT} pools[web].count: 2 -> 3`],
    sends: [{ count: 3 }],
  },
  {
    name: 'a pool shrinks, which loses what its nodes store',
    was: {},
    source: 'clusters#node-pools',
    keptBy: 'plan',
    spec: { pools: [{ ...web, count: 1 }] },
    details: observed(stored()),
    plan: [`${PUT} pools[web].count: 2 -> 1`],
    sends: [{ count: 1 }],
  },
  {
    name: 'a count that is not named is left as it is',
    spec: { pools: [{ ...web, count: undefined, id: 41 }] },
    details: observed(stored()),
    plan: [],
  },
  {
    name: 'a count that the autoscaler owns is not fought',
    was: scaling({ enabled: true, min: 1, max: 5 }, 4),
    source: 'clusters#autoscaler',
    keptBy: 'canonical',
    spec: { pools: [{ ...web, autoscaler: { enabled: true, min: 1, max: 5 } }] },
    details: observed(
      stored({
        count: 4,
        nodes: [1, 2, 3, 4].map((id) => node(id)),
        autoscaler: { enabled: true, min: 1, max: 5 },
      }),
    ),
    plan: [],
  },
  {
    name: 'nor one of an autoscaler that the spec does not speak of',
    was: scaling({ enabled: true, min: 1, max: 5 }, 4),
    spec: { pools: [web] },
    details: observed(stored({ count: 4, autoscaler: { enabled: true, min: 1, max: 5 } })),
    plan: [],
  },
  {
    name: 'an autoscaler is turned on with both bounds',
    was: {},
    source: 'clusters#autoscaler',
    keptBy: 'plan',
    spec: { pools: [{ ...web, autoscaler: { enabled: true, min: 2, max: 5 } }] },
    details: observed(stored()),
    plan: [
      `${PUT} pools[web].autoscaler.enabled: false -> true, pools[web].autoscaler.max: 2 -> 5`,
    ],
    sends: [{ autoscaler: { enabled: true, min: 2, max: 5 } }],
  },
  {
    name: 'a change of one bound sends both',
    was: scaling({ enabled: true, min: 2, max: 5 }, 2),
    source: 'clusters#autoscaler',
    keptBy: 'plan',
    spec: { pools: [{ ...web, autoscaler: { enabled: true, min: 2, max: 4 } }] },
    details: observed(stored({ autoscaler: { enabled: true, min: 2, max: 5 } })),
    plan: [`${PUT} pools[web].autoscaler.max: 5 -> 4`],
    sends: [{ autoscaler: { enabled: true, min: 2, max: 4 } }],
  },
  {
    name: 'a bound below what there is shrinks the pool',
    was: scaling({ enabled: true, min: 1, max: 5 }, 2),
    spec: { pools: [{ ...web, autoscaler: { enabled: true, min: 1, max: 1 } }] },
    details: observed(stored({ autoscaler: { enabled: true, min: 1, max: 5 } })),
    plan: [`${PUT} pools[web].autoscaler.max: 5 -> 1`],
    sends: [{ count: 1, autoscaler: { enabled: true, min: 1, max: 1 } }],
  },
  {
    name: 'a bound above what there is grows the pool',
    was: {},
    source: 'clusters#autoscaler',
    keptBy: 'plan',
    spec: { pools: [{ ...web, count: 3, autoscaler: { enabled: true } }] },
    details: observed(stored()),
    plan: [`${PUT} pools[web].autoscaler.enabled: false -> true`],
    sends: [{ count: 3, autoscaler: { enabled: true, min: 3, max: 3 } }],
  },
  {
    name: 'bounds of an autoscaler that is off do not count',
    was: {},
    source: 'clusters#autoscaler',
    keptBy: 'canonical',
    spec: { pools: [{ ...web, autoscaler: { enabled: false, min: 1, max: 9 } }] },
    details: observed(stored()),
    plan: [],
  },
  {
    name: 'an autoscaler is turned off, and the count counts again',
    was: scaling({ enabled: true, min: 1, max: 5 }, 2),
    spec: { pools: [{ ...web, count: 3, autoscaler: { enabled: false } }] },
    details: observed(stored({ autoscaler: { enabled: true, min: 1, max: 5 } })),
    plan: [`${PUT} pools[web].count: 2 -> 3, pools[web].autoscaler.enabled: true -> false`],
    sends: [{ count: 3, autoscaler: { enabled: false } }],
  },
];

const gone: readonly Case[] = [
  {
    name: 'a pool that the spec no longer names is deleted',
    was: { pools: [web, jobs] },
    source: 'clusters#node-pools',
    keptBy: 'plan',
    spec: { pools: [web] },
    details: observed(stored(), second),
    recorded: recorded(record(41, 'web'), record(42, 'jobs')),
    plan: [`DeletePool (DELETE ${POOLS}/42) pools[jobs]: 42 -> null`],
  },
  {
    name: 'a pool that the spec does not name is deleted where its tag alone says that it is ours',
    spec: { pools: [web] },
    details: observed(stored(), second),
    recorded: recorded(record(41, 'web')),
    plan: [`DeletePool (DELETE ${POOLS}/42) pools[jobs]: 42 -> null`],
  },
  {
    name: 'a pool without a name is never deleted',
    spec: { pools: [web] },
    details: observed(stored(), stored({ id: 42, tags: [] })),
    recorded: recorded(record(41, 'web'), record(42)),
    plan: [],
  },
  {
    name: 'a new pool is there before the old one goes',
    was: {},
    source: 'clusters#node-pools',
    keptBy: 'wait',
    spec: { pools: [{ ...web, name: 'next', type: 'g6-standard-2' }] },
    details: observed(stored()),
    recorded: recorded(record(41, 'web')),
    plan: [
      `${ADD} pools[next].type: g6-standard-2, pools[next].count: 2`,
      'wait for a ready node in every other pool before a pool is deleted',
      `DeletePool (DELETE ${POOLS}/41) pools[web]: 41 -> null [after wait]`,
    ],
  },
  {
    name: 'an old pool waits for the nodes of the new one',
    spec: { pools: [jobs] },
    details: observed(
      stored(),
      stored({ id: 42, count: 1, nodes: [node(3, 'not_ready')], tags: ['k8s-pool:jobs'] }),
    ),
    recorded: recorded(record(41, 'web'), record(42, 'jobs')),
    plan: [
      'wait for a ready node in every other pool before a pool is deleted',
      `DeletePool (DELETE ${POOLS}/41) pools[web]: 41 -> null [after wait]`,
      `${FEW} jobs to be ready`,
    ],
  },
];

const MARK = 'k8s:00000000-0000-0000-0000-000000000000';
const separate: readonly Case[] = [
  {
    name: 'a pool with the mark of another object is never changed, whatever its other tags are',
    spec: { pools: [{ ...web, count: 1 }] },
    details: observed(stored({ id: 42, tags: ['k8s-pool:web', MARK] }), stored({ count: 1 })),
    recorded: recorded(record(41, 'web')),
    plan: [],
  },
  {
    name: 'a pool with the mark of another object is never deleted',
    spec: { pools: [web] },
    details: observed(stored(), stored({ id: 42, tags: ['k8s-pool:jobs', MARK] })),
    recorded: recorded(record(41, 'web'), record(42, 'jobs')),
    plan: [],
  },
  {
    name: 'a pool that another object holds is never deleted',
    spec: { pools: [web] },
    details: { ...observed(stored(), second), held: [42] },
    recorded: recorded(record(41, 'web'), record(42, 'jobs')),
    plan: [],
  },
  {
    name: 'a pool that another object holds is not matched by its type',
    mayTag: false,
    spec: { pools: [web] },
    details: { ...observed(stored({ tags: [] })), held: [41] },
    plan: [`${ADD} pools[web].type: ${TYPE}, pools[web].count: 2`],
  },
  {
    name: 'an id of a pool that another object holds is refused',
    spec: { pools: [{ ...web, id: 41 }] },
    details: { ...observed(stored()), held: [41] },
    plan: [
      'refuse spec.pools[web].id: another object manages pool 41; a pool belongs to one object',
    ],
  },
  {
    name: 'the nodes of a pool of another object do not count for the cluster',
    spec: { pools: [web] },
    details: observed(stored(), stored({ id: 42, nodes: [], tags: [MARK] })),
    health: { ready: true, reason: 'Ready' },
  },
  {
    name: 'the nodes of a pool of another object do not count between two detailed looks',
    recorded: {
      endpoints: ['https://example.com'],
      kubeconfigAvailable: true,
      pools: [{ ...record(42), readyNodes: 0, separate: true }],
    },
    health: { ready: true, reason: 'Ready' },
  },
];

/** Node pools. */
export const poolCases: readonly Case[] = [...added, ...known, ...scaled, ...gone, ...separate];
