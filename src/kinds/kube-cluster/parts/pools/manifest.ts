import type { Pool } from '../../../../api/pools.ts';
import { nameIn } from './fields.ts';
import { PoolSpec } from './spec.ts';

/** Converts pools to a manifest: by the name in their tag, else by one derived from their id. Omits
 *  a count that the autoscaler chose. Source: clusters#node-pools. */
export function poolSpecsOf(stored: readonly Pool[]): readonly PoolSpec[] {
  const names = stored.map(nameIn);
  return stored.map((pool, at) => ({
    name: nameFor(pool, at, names),
    id: pool.id,
    type: pool.type,
    ...sizeOf(pool),
    ...disksOf(pool),
  }));
}

/** Returns a unique name: the first of several pools keeps a shared one. */
function nameFor({ id }: Pool, at: number, names: readonly (string | undefined)[]): string {
  const tagged = PoolSpec.shape.name.safeParse(names[at]);
  return tagged.success && names.indexOf(tagged.data) === at ? tagged.data : `pool-${id}`;
}

const sizeOf = ({ count, autoscaler: { enabled, min, max } }: Pool) =>
  enabled ? { autoscaler: { enabled, min, max } } : { count };

function disksOf({ disks }: Pool): Pick<PoolSpec, 'disks'> {
  if (disks.length === 0) return {};
  return {
    disks: disks.map(({ size, type }) => ({ size, type: type === 'raw' ? 'raw' : 'ext4' })),
  };
}
