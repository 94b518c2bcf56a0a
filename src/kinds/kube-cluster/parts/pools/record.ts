import type { Node, Pool } from '../../../../api/pools.ts';
import type { RecordedPool } from '../../status.ts';
import type { Desired, Recorded } from '../../types.ts';
import { nameIn, readyIn } from './fields.ts';
import { pairsOf } from './find.ts';

/** Records pools for the status, each with its name from the spec, the last status or its tag. */
export function recordPools(
  desired: Desired,
  stored: readonly Pool[],
  recorded: Recorded,
): readonly RecordedPool[] {
  const pairs = pairsOf(desired, stored, recorded);
  const nameOf = (pool: Pool): string | undefined =>
    pairs.find((pair) => pair.stored === pool)?.poolSpec.name ??
    recorded.pools?.find(({ id }) => id === pool.id)?.name ??
    nameIn(pool);
  return stored.map((pool) => ({ ...shown(pool), name: nameOf(pool) }));
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
