import { tagOf } from './fields.ts';
import type { PoolSpec } from './spec.ts';

/** Returns the initial number of nodes of a pool. */
const firstCount = ({ count, autoscaler }: PoolSpec): number => count ?? autoscaler?.min ?? 1;

/** Builds an autoscaler: both bounds always together. Source: clusters#autoscaler. @param count
 *  default of unset bounds. */
export function scalerBody(
  spec: NonNullable<PoolSpec['autoscaler']>,
  count: number,
): Readonly<Record<string, unknown>> {
  return spec.enabled
    ? { enabled: true, min: spec.min ?? count, max: spec.max ?? count }
    : { enabled: false };
}

/** Builds the body of a new pool. Source: clusters#node-pools. @param mayTag without tags a pool is
 *  identified only by its id. */
export function poolBody(spec: PoolSpec, mayTag: boolean): Readonly<Record<string, unknown>> {
  const count = firstCount(spec);
  return {
    count,
    type: spec.type,
    autoscaler: spec.autoscaler && scalerBody(spec.autoscaler, count),
    disks: spec.disks,
    tags: mayTag ? [tagOf(spec.name)] : undefined,
  };
}
