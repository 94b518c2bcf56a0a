import type { Node, Pool } from '../../../../api/pools.ts';
import type { RecordedPool } from '../../status.ts';
import type { Desired, Observed, Recorded } from '../../types.ts';
import { nameIn, readyIn } from './fields.ts';
import { isSeparate, ownPools, pairsOf } from './find.ts';

/** Records pools for the status, each with its name from the spec, the last status or its tag.
 *  A pool of another object has none. */
export function recordPools(
  desired: Desired,
  { pools, held }: Observed['details'],
  recorded: Recorded,
): readonly RecordedPool[] {
  const stored = pools ?? [];
  const pairs = pairsOf(desired, ownPools(stored, held), recorded);
  const nameOf = (pool: Pool): string | undefined =>
    pairs.find((pair) => pair.stored === pool)?.poolSpec.name ??
    recorded.pools?.find(({ id }) => id === pool.id)?.name ??
    nameIn(pool);
  return stored.map((pool) =>
    isSeparate(pool, held)
      ? { ...shown(pool), separate: true }
      : { ...shown(pool), name: nameOf(pool) },
  );
}

const shown = (pool: Pool): RecordedPool => ({
  id: pool.id,
  type: pool.type,
  count: pool.count,
  readyNodes: readyIn(pool),
  autoscaler: pool.autoscaler.enabled
    ? { min: pool.autoscaler.min, max: pool.autoscaler.max }
    : undefined,
  nodes: pool.nodes.map(node),
});

const node = ({ id, instance_id, status }: Node) => ({
  id,
  instanceId: instance_id ?? undefined,
  status,
});
