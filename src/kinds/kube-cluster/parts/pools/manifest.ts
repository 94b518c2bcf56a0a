import type { Pool } from '../../../../api/pools.ts';
import { nameIn } from './fields.ts';
import { PoolSpec } from './spec.ts';

/** Pools as a manifest names them: by the name that their tag gives them, else by one made of their
 *  id. A count that the autoscaler chose is not said. Source: clusters#node-pools. */
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

/** Two pools never get one name: the first keeps it. */
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
