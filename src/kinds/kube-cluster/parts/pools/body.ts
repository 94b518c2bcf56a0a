import { tagOf } from './fields.ts';
import type { PoolSpec } from './spec.ts';

/** Returns the initial number of nodes of a pool. */
const firstCount = ({ count, autoscaler }: PoolSpec): number => count ?? autoscaler?.min ?? 1;

/** Builds an autoscaler: both bounds always together. Source: clusters#autoscaler. @param count
 *  default of unset bounds. */
export function scalerBody(
  wish: NonNullable<PoolSpec['autoscaler']>,
  count: number,
): Readonly<Record<string, unknown>> {
  return wish.enabled
    ? { enabled: true, min: wish.min ?? count, max: wish.max ?? count }
    : { enabled: false };
}

/** Builds the body of a new pool. Source: clusters#node-pools. @param mayTag without tags a pool is
 *  identified only by its id. */
export function poolBody(wish: PoolSpec, mayTag: boolean): Readonly<Record<string, unknown>> {
  const count = firstCount(wish);
  return {
    count,
    type: wish.type,
    autoscaler: wish.autoscaler && scalerBody(wish.autoscaler, count),
    disks: wish.disks,
    tags: mayTag ? [tagOf(wish.name)] : undefined,
  };
}
