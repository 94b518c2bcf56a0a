import type { Pool } from '../../../../api/pools.ts';
import { type Fields, named } from '../../../../model/step.ts';
import type { PoolSpec } from './spec.ts';

const NAME_TAG = 'k8s-pool:';

/** The tag by which a pool is found after a lost answer. */
export const tagOf = (name: string): string => `${NAME_TAG}${name}`;

/** The name that a pool's tag gives it; undefined where it has none of ours. */
export const nameIn = ({ tags }: Pool): string | undefined =>
  tags.find((tag) => tag.startsWith(NAME_TAG))?.slice(NAME_TAG.length);

/** The name of a pool's field among those of its cluster: `pools[web].count`. */
export const fieldOf = (pool: string, field: string): string => `pools[${pool}].${field}`;

const under = (pool: string, fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).map(([field, value]) => [fieldOf(pool, field), value]));

/** The managed fields of a pool. A count that the autoscaler owns is not among them. Source:
 *  clusters#node-pools; clusters#autoscaler. */
export function poolWants({ name, type, count, autoscaler, disks }: PoolSpec): Fields {
  const scales = autoscaler?.enabled === true;
  return under(
    name,
    named({
      type,
      disks,
      count: scales ? undefined : count,
      'autoscaler.enabled': autoscaler?.enabled,
      'autoscaler.min': scales ? autoscaler.min : undefined,
      'autoscaler.max': scales ? autoscaler.max : undefined,
    }),
  );
}

/** The same fields of a pool that is there. Where nobody speaks of the autoscaler and it is on,
 *  whatever count it chose is right. */
export const poolHas = (wish: PoolSpec, stored: Pool): Fields =>
  under(wish.name, {
    type: stored.type,
    disks: stored.disks.map(({ size, type }) => ({ size, type: type.replace('-', '') })),
    count: stored.autoscaler.enabled && wish.autoscaler === undefined ? wish.count : stored.count,
    'autoscaler.enabled': stored.autoscaler.enabled,
    'autoscaler.min': stored.autoscaler.min,
    'autoscaler.max': stored.autoscaler.max,
  });

/** How many nodes of a pool are ready, and how many have to be. */
export const readyIn = ({ nodes }: Pool): number =>
  nodes.filter(({ status }) => status === 'ready').length;
export const leastOf = ({ count, autoscaler }: Pool): number =>
  autoscaler.enabled ? autoscaler.min : count;
