import { tagOf } from './fields.ts';
import type { PoolSpec } from './spec.ts';

/** How many nodes a new pool begins with. */
const firstCount = ({ count, autoscaler }: PoolSpec): number => count ?? autoscaler?.min ?? 1;

/** An autoscaler as it is sent: bounds always together. @param count what bounds that are not named
 *  are. Source: clusters#autoscaler. */
export function scalerBody(
  wish: NonNullable<PoolSpec['autoscaler']>,
  count: number,
): Readonly<Record<string, unknown>> {
  return wish.enabled
    ? { enabled: true, min: wish.min ?? count, max: wish.max ?? count }
    : { enabled: false };
}

/** What makes a pool. @param mayTag without tags a pool is only known by its id. Source:
 *  clusters#node-pools. */
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
