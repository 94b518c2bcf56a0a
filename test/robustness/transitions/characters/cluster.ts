import { type Character, each, keeps, type Spec, TAGS } from '../character.ts';
import { arePoolsRefused, POOLS, poolsAfter, poolsOf } from './pools.ts';

const WEB = { name: 'web', type: 'g6-standard-1', count: 2 };
const JOBS = { name: 'jobs', type: 'g6-standard-2' };
const scaled = (min: number, max: number) => ({ enabled: true, min, max });
const DISKS = [
  { size: 1_024, type: 'raw' },
  { size: 2_048, type: 'ext4' },
];

/** Lists of pools of the spec. */
const LISTS: readonly (readonly object[])[] = [
  [WEB],
  [{ ...WEB, count: 1 }],
  [{ ...WEB, count: 4 }],
  [WEB, { ...JOBS, count: 1 }],
  [
    { ...WEB, count: 3 },
    { ...JOBS, count: 2, disks: [] },
  ],
  [{ ...JOBS, count: 1 }],
  [WEB, { ...JOBS, autoscaler: scaled(1, 3) }],
  [WEB, { ...JOBS, count: 2, autoscaler: scaled(1, 3) }],
  [{ ...WEB, autoscaler: scaled(2, 5) }],
  [{ ...WEB, count: 2, autoscaler: { enabled: true } }],
  [{ ...WEB, autoscaler: { enabled: false } }],
  [{ name: 'web', type: 'g6-standard-1', autoscaler: scaled(1, 1) }],
  [WEB, { name: 'data', type: 'g6-standard-1', count: 1, disks: DISKS }],
  [WEB, { name: 'data', type: 'g6-standard-1', count: 1, disks: DISKS.slice(1) }],
  [{ ...WEB, type: 'g6-standard-2' }],
  [WEB, { name: 'lost', type: 'g6-standard-1', id: 999_998 }],
  [WEB, { name: 'lost', type: 'g6-standard-1', id: 999_999 }],
];

const OFFERED: readonly unknown[] = ['1.23', '1.24', '1.25', '1.26'];

/** Reports an unavailable version, or a downgrade. Source: clusters#versions. */
const isNoWay = (wanted: unknown, had: unknown): boolean =>
  wanted !== undefined && OFFERED.indexOf(wanted) < Math.max(0, OFFERED.indexOf(had));

const isHigh = (spec: Spec): unknown =>
  (spec['controlPlane'] as { readonly highAvailability?: boolean } | undefined)?.highAvailability;

/** A Kubernetes cluster with its pools. Source: clusters#clusters; clusters#node-pools. */
export const cluster: Character = {
  base: { region: 'eu-west', k8sVersion: '1.24', pools: [WEB] },
  facets: {
    label: each('label', 'shop-one', 'größe'),
    region: each('region', 'eu-west', 'us-east'),
    k8sVersion: each('k8sVersion', '1.23', '1.24', '1.25', '1.26', '1.99'),
    tags: each('tags', [], ['blue'], ['blue', 'green']),
    controlPlane: each('controlPlane', {}, { highAvailability: true }, { highAvailability: false }),
    pools: each('pools', ...LISTS),
  },
  reads: {
    label: { field: 'label' },
    region: { field: 'region' },
    k8sVersion: { field: 'k8s_version' },
    tags: TAGS,
    controlPlane: {
      field: 'control_plane',
      as: ({ highAvailability = null }: { readonly highAvailability?: boolean | null }) =>
        highAvailability,
      of: (
        stored: { readonly high_availability: boolean },
        { highAvailability }: { readonly highAvailability?: boolean },
      ) => (highAvailability === undefined ? null : stored.high_availability),
    },
    pools: POOLS,
  },
  unread: {},
  troubles: (spec, had) => [
    ...(isNoWay(spec['k8sVersion'], had['k8sVersion']) ? ['k8sVersion'] : []),
    ...(isHigh(spec) === false && isHigh(had) === true ? ['controlPlane'] : []),
    ...(arePoolsRefused(spec, had) ? ['pools'] : []),
  ],
  admits: (after, before) =>
    ['region', 'k8sVersion', 'pools'].every((member) => after[member] !== undefined) &&
    keeps(after, before, ['region']) &&
    !(isHigh(before ?? {}) === true && isHigh(after) === false) &&
    poolsOf(after).every(
      ({ count, id, autoscaler }) =>
        count !== undefined || id !== undefined || autoscaler?.min !== undefined,
    ) &&
    // An id names an existing pool, and others refer to the cluster.
    (before !== null ||
      (OFFERED.includes(after['k8sVersion']) &&
        poolsOf(after).every(({ id }) => id === undefined))),
  wayward: {},
  partly: ['pools'],
  after: poolsAfter,
};
