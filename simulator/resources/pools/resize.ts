import type { Alarm, Turn } from '../../core/turn.ts';
import { addNodes } from '../nodes/insert.ts';
import { dropNode, leavingOrder } from '../nodes/removal.ts';
import { roll } from '../nodes/rolling.ts';
import { nodesOf } from '../nodes/table.ts';
import { type PoolRow, pools } from './table.ts';

/** Changes the size of a pool; the autoscaler's bounds stay. Source: clusters#node-pools;
 *  clusters#autoscaler. */
export const resizePool = (turn: Turn, pool: PoolRow, count: number): PoolRow => {
  const resized = pools.update(turn.world, pool.id, { count });
  const more = count - pool.count;
  if (more > 0) addNodes(turn, resized, more);
  if (more < 0) {
    const leaving = nodesOf(turn.world, pool.id).toSorted(leavingOrder).slice(0, -more);
    for (const node of leaving) dropNode(turn, node);
    roll(turn, pool.id);
  }
  return resized;
};

/** An incident: the autoscaler requests this many nodes, within its bounds; a disabled one requests
 *  none. */
export const autoscaled: Alarm<{ readonly poolId: number; readonly count: number }> = {
  ring: (turn, { poolId, count }) => {
    const pool = pools.find(turn.world, poolId);
    if (pool?.autoscaler.enabled !== true || !Number.isInteger(count)) return;
    const { min, max } = pool.autoscaler;
    resizePool(turn, pool, Math.min(max, Math.max(min, count)));
  },
};
