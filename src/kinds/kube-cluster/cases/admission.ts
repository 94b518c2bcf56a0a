import { type Case, type Refusal, refusals } from '../../../model/case.ts';

const pool = (fields: object) => ({
  pools: [{ name: 'web', type: 'g6-standard-1', count: 1, ...fields }],
});
const scaler = (bounds: object) => pool({ autoscaler: { enabled: true, ...bounds } });
const AT = 'spec.pools[0]';
const foreignMark = 'k8s:00000000-0000-0000-0000-000000000000';

const REFUSALS: readonly Refusal[] = [
  ['a label has a character', 'clusters#create', 'schema', { label: '' }, 'spec.label'],
  [
    'a label has at most 32 characters',
    'clusters#create',
    'schema',
    { label: 'a'.repeat(33) },
    'spec.label',
  ],
  [
    'a label has no character of four bytes',
    'clusters#clusters',
    'CEL',
    { label: 'shop \u{1F6D2}' },
    'spec.label: must not have characters of four bytes',
  ],
  [
    'a version is major and minor',
    'clusters#versions',
    'schema',
    { k8sVersion: '1.25.3' },
    'spec.k8sVersion',
  ],
  ['a version has a minor', 'clusters#versions', 'schema', { k8sVersion: '1' }, 'spec.k8sVersion'],
  ['a tag has three characters', 'tags#assign', 'schema', { tags: ['ab'] }, 'spec.tags[0]'],
  [
    'a mark is no tag for people',
    null,
    'CEL',
    { tags: [foreignMark] },
    'spec.tags: must have no tag that begins with k8s:, which belongs to the operator',
  ],
  [
    'high availability cannot be turned off',
    'clusters#high-availability',
    'CEL',
    { controlPlane: { highAvailability: false } },
    'spec.controlPlane.highAvailability: must not become false: it cannot be turned off',
    { controlPlane: { highAvailability: true } },
  ],
  ['there is a pool', 'clusters#node-pools', 'schema', { pools: [] }, 'spec.pools'],
  ['a pool has a name', null, 'schema', pool({ name: '' }), `${AT}.name`],
  ['a name is in lower case', null, 'schema', pool({ name: 'Web' }), `${AT}.name`],
  ['a pool has a plan', 'clusters#node-pools', 'schema', pool({ type: undefined }), `${AT}.type`],
  ['a pool has a node', 'clusters#node-pools', 'schema', pool({ count: 0 }), `${AT}.count`],
  [
    'a pool has at most 100 nodes',
    'clusters#node-pools',
    'schema',
    pool({ count: 101 }),
    `${AT}.count`,
  ],
  [
    'a new pool says how many nodes it has',
    'clusters#node-pools',
    'CEL',
    pool({ count: undefined }),
    'spec.pools: must have a count, or an autoscaler with bounds, in each pool',
  ],
  [
    'the fewest nodes are one',
    'clusters#autoscaler',
    'schema',
    scaler({ min: 0, max: 3 }),
    `${AT}.autoscaler.min`,
  ],
  [
    'the most nodes are a hundred',
    'clusters#autoscaler',
    'schema',
    scaler({ min: 1, max: 101 }),
    `${AT}.autoscaler.max`,
  ],
  [
    'min requires max',
    'clusters#autoscaler',
    'CEL',
    scaler({ min: 1 }),
    'spec.pools: must have both min and max in an autoscaler, or neither',
  ],
  [
    'max requires min',
    'clusters#autoscaler',
    'CEL',
    scaler({ max: 3 }),
    'spec.pools: must have both min and max in an autoscaler, or neither',
  ],
  [
    'min is at most max',
    'clusters#autoscaler',
    'CEL',
    scaler({ min: 4, max: 3 }),
    'spec.pools: must have no autoscaler whose min exceeds its max',
  ],
  [
    'an autoscaler is on or off',
    'clusters#autoscaler',
    'schema',
    pool({ autoscaler: { min: 1, max: 3 } }),
    `${AT}.autoscaler.enabled`,
  ],
  [
    'a pool has at most seven partitions',
    'clusters#node-pools',
    'schema',
    pool({ disks: Array.from({ length: 8 }, () => ({ size: 1, type: 'raw' })) }),
    `${AT}.disks`,
  ],
  [
    'a partition has a size',
    'clusters#node-pools',
    'schema',
    pool({ disks: [{ size: 0, type: 'raw' }] }),
    `${AT}.disks[0].size`,
  ],
  [
    'a partition is raw or ext4',
    'clusters#node-pools',
    'schema',
    pool({ disks: [{ size: 1, type: 'swap' }] }),
    `${AT}.disks[0].type`,
  ],
  ['an unknown field is refused', null, 'schema', { nodePools: [] }, 'nodePools'],
];

/** Rejections of a KubeCluster at admission. */
export const clusterAdmission: readonly Case[] = refusals(REFUSALS);
