import type { Turn, Work } from '../../core/turn.ts';
import { clusterTable } from '../clusters/table.ts';
import { pools } from '../pools/table.ts';
import { addNodes } from './insert.ts';
import { dropNode, forgetNode } from './removal.ts';
import { type NodeRow, nodes, nodesOf } from './table.ts';

/** Replaces the next due node of a pool, unless a replacement is in progress: one node at a time,
 *  so that a pool never loses more. Source: clusters#recycle; clusters#high-availability. */
export const roll = (turn: Turn, poolId: number): void => {
  const pool = pools.find(turn.world, poolId);
  const own = nodesOf(turn.world, poolId);
  const next = own.find((node) => node.isDoomed);
  if (
    pool === undefined ||
    next === undefined ||
    own.some((node) => !node.hasJoined && !node.isDoomed)
  )
    return;
  dropNode(turn, next);
  addNodes(turn, pool, 1);
};

/** Schedules nodes of one pool for replacement, one after the other. */
export const recycleNodes = (turn: Turn, poolId: number, doomed: readonly NodeRow[]): void => {
  for (const node of doomed) nodes.update(turn.world, node.id, { isDoomed: true });
  roll(turn, poolId);
};

/** Ends a join; the next node may be replaced. */
export const nodeCreateWork: Work<{ readonly nodeId: number }> = {
  finish: (turn, { args: { nodeId } }) => {
    const node = nodes.find(turn.world, nodeId);
    if (node === undefined) return 'failed';
    nodes.update(turn.world, nodeId, { hasJoined: true });
    roll(turn, node.poolId);
    return undefined;
  },
};

/** Replaces a node whose instance was deleted manually: the pool keeps its count. */
export const replaceLost = (turn: Turn, instanceId: number): void => {
  const node = nodes.all(turn.world).find((known) => known.instanceId === instanceId);
  const pool = node === undefined ? undefined : pools.find(turn.world, node.poolId);
  if (
    node === undefined ||
    pool === undefined ||
    clusterTable.find(turn.world, node.clusterId) === undefined
  )
    return;
  forgetNode(turn, node);
  addNodes(turn, pool, 1);
};
