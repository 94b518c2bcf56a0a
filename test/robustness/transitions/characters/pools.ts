import type { Spec } from '../character.ts';

interface PoolSpec extends Spec {
  readonly name: string;
  readonly type: string;
  readonly count?: number;
  readonly autoscaler?: { readonly enabled: boolean; readonly min?: number; readonly max?: number };
  readonly disks?: readonly { readonly size: number; readonly type: string }[];
  readonly id?: unknown;
}

/** A pool in the service. */
interface PoolRow {
  readonly id: number;
  readonly type: string;
  readonly count: number;
  readonly autoscaler: { readonly enabled: boolean; readonly min: number; readonly max: number };
  readonly disks: readonly { readonly size: number; readonly type: string }[];
  readonly tags: readonly string[];
}

const TAG = 'k8s-pool:';
const nameOf = ({ tags }: PoolRow): string =>
  tags.find((tag) => tag.startsWith(TAG))?.slice(TAG.length) ?? '';

const plainDisks = (disks: PoolSpec['disks']): unknown =>
  disks?.map(({ size, type }) => [size, type]) ?? null;

/** Normalizes an autoscaler: the bounds of a disabled one do not count. Source:
 *  clusters#autoscaler. */
const plainScaler = ({
  enabled,
  min = null,
  max = null,
}: {
  readonly enabled: boolean;
  readonly min?: unknown;
  readonly max?: unknown;
}) => (enabled ? [min, max] : 'off');

const asked = ({ name, type, count, autoscaler, disks }: PoolSpec): unknown => [
  name,
  type,
  count ?? null,
  autoscaler === undefined ? null : plainScaler(autoscaler),
  plainDisks(disks),
];

/** Returns the state of a pool in the members that a spec names. An active autoscaler decides the
 *  number of nodes. */
function shown(stored: readonly PoolRow[], one: PoolSpec): unknown {
  const row = stored.find((pool) =>
    typeof one.id === 'number' ? pool.id === one.id : nameOf(pool) === one.name,
  );
  if (row === undefined) return [one.name, 'is not there'];
  const { enabled, min, max } = row.autoscaler;
  const bounds = one.autoscaler?.min === undefined ? {} : { min, max };
  return [
    one.name,
    row.type,
    one.count === undefined ? null : enabled ? one.count : row.count,
    one.autoscaler === undefined ? null : plainScaler({ enabled, ...bounds }),
    one.disks === undefined ? null : plainDisks(row.disks),
  ];
}

/** Returns the names of the object's pools that a list does not contain. */
const others = (stored: readonly PoolRow[], specs: readonly PoolSpec[]): readonly string[] =>
  stored
    .map((row) => (specs.some(({ id }) => id === row.id) ? '' : nameOf(row)))
    .filter((name) => name !== '' && !specs.some((one) => one.name === name));

/** Source: clusters#node-pools. */
export const POOLS = {
  field: 'pools',
  as: (specs: readonly PoolSpec[]): unknown => [specs.map(asked), []],
  of: (stored: readonly PoolRow[], specs: readonly PoolSpec[]): unknown => [
    specs.map((one) => shown(stored, one)),
    others(stored, specs),
  ],
} as const;

export const poolsOf = (spec: Spec): readonly PoolSpec[] =>
  (spec['pools'] ?? []) as readonly PoolSpec[];

/** Plans of the service, by their form. */
const PLAN = /^g[0-9]-[a-z]+-[0-9]+$/;

/** Reports a pool that is never created: it names a missing pool, or a missing plan. */
const isLost = ({ id, type }: PoolSpec): boolean => id !== undefined || !PLAN.test(type);

/** Reports a pool that would change its plan or its disks under one name, or that names a missing
 *  pool. Source: clusters#node-pools. */
const isRefused = (one: PoolSpec, had: PoolSpec | undefined): boolean =>
  isLost(one) ||
  (had !== undefined &&
    (one.type !== had.type ||
      (one.disks !== undefined && JSON.stringify(one.disks) !== JSON.stringify(had.disks ?? []))));

const hadOf = (one: PoolSpec, had: Spec): PoolSpec | undefined =>
  poolsOf(had).find(({ name }) => name === one.name);

export const arePoolsRefused = (spec: Spec, had: Spec): boolean =>
  poolsOf(spec).some((one) => isRefused(one, hadOf(one, had)));

/** Returns a pool after a spec: absent members stay. */
function becomes(one: PoolSpec, had: PoolSpec | undefined): PoolSpec {
  const { type = one.type, disks = had === undefined ? one.disks : undefined } = had ?? {};
  return { ...had, ...one, type, ...(disks === undefined ? {} : { disks }) };
}

/** Returns the pools of a cluster after a spec. While a pool waits for ever, no other one is
 *  deleted. */
export function poolsAfter(spec: Spec, now: Spec, had: Spec): Spec {
  if (spec['pools'] === undefined) return now;
  const wanted = poolsOf(spec).filter((one) => !isLost(one));
  const kept = poolsOf(spec).some(isLost)
    ? poolsOf(had).filter(({ name }) => !wanted.some((one) => one.name === name))
    : [];
  return { ...now, pools: [...wanted.map((one) => becomes(one, hadOf(one, had))), ...kept] };
}
