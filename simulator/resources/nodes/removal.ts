import { abandon } from '../../core/jobs.ts';
import type { Turn } from '../../core/turn.ts';
import { discard } from '../instances/remove.ts';
import { instances } from '../instances/table.ts';
import { type NodeRow, nodes } from './table.ts';

/** Removes a node from its pool; its instance stays in the account. */
export const forgetNode = (turn: Turn, node: NodeRow): void => {
  abandon(turn, (job) => job.args['nodeId'] === node.id);
  nodes.remove(turn.world, node.id);
};

/** Removes a node from its pool and deletes its instance. */
export const dropNode = (turn: Turn, node: NodeRow): void => {
  forgetNode(turn, node);
  const row = node.instanceId === null ? undefined : instances.find(turn.world, node.instanceId);
  if (row !== undefined && row.status !== 'deleting') discard(turn, row);
};

/** Orders nodes for a shrinking pool: unjoined ones first, then the youngest. */
export const leavingOrder = (a: NodeRow, b: NodeRow): number =>
  Number(a.hasJoined) - Number(b.hasJoined) || b.id - a.id;
