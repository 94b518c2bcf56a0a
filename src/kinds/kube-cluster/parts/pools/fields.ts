import type { Pool } from '../../../../api/pools.ts';
import { type Fields, named } from '../../../../model/step.ts';
import type { PoolSpec } from './spec.ts';

const NAME_TAG = 'k8s-pool:';

/** Returns the tag that identifies a pool after a lost answer. */
export const tagOf = (name: string): string => `${NAME_TAG}${name}`;

/** Returns the name in a pool's tag; undefined where it has none. */
export const nameIn = ({ tags }: Pool): string | undefined =>
  tags.find((tag) => tag.startsWith(NAME_TAG))?.slice(NAME_TAG.length);

/** Returns the name of a pool's field among those of its cluster: `pools[web].count`. */
export const fieldOf = (pool: string, field: string): string => `pools[${pool}].${field}`;

const under = (pool: string, fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).map(([field, value]) => [fieldOf(pool, field), value]));

/** Returns the managed fields of a pool. A count that the autoscaler owns is not managed. Source:
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

/** Returns the same fields of an existing pool. With an active autoscaler outside the spec, every
 *  count is right. */
export const poolHas = (spec: PoolSpec, stored: Pool): Fields =>
  under(spec.name, {
    type: stored.type,
    disks: stored.disks.map(({ size, type }) => ({ size, type: type.replace('-', '') })),
    count: stored.autoscaler.enabled && spec.autoscaler === undefined ? spec.count : stored.count,
    'autoscaler.enabled': stored.autoscaler.enabled,
    'autoscaler.min': stored.autoscaler.min,
    'autoscaler.max': stored.autoscaler.max,
  });

/** Counts the ready nodes of a pool, and those it needs. */
export const readyIn = ({ nodes }: Pool): number =>
  nodes.filter(({ status }) => status === 'ready').length;
export const leastOf = ({ count, autoscaler }: Pool): number =>
  autoscaler.enabled ? autoscaler.min : count;
