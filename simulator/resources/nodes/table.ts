import { table } from '../../core/table.ts';
import type { Row, World } from '../../core/world.ts';
import { instances } from '../instances/table.ts';

/** A node of a pool. `name` is its id for clients. */
export interface NodeRow extends Row {
  readonly name: string;
  readonly clusterId: number;
  readonly poolId: number;
  readonly instanceId: number | null;
  /** True after it joined its cluster. */
  readonly hasJoined: boolean;
  /** True if it is to be replaced. */
  readonly isDoomed: boolean;
  /** The minor version at its creation: an upgrade of the cluster does not change it. Source:
   *  clusters#versions. */
  readonly version: string;
}

export const nodes = table<NodeRow>('nodes');

export const nodesOf = (world: World, poolId: number): readonly NodeRow[] =>
  nodes.all(world).filter((node) => node.poolId === poolId);

export const nodeNamed = (world: World, clusterId: number, name: string): NodeRow | undefined =>
  nodes.all(world).find((node) => node.clusterId === clusterId && node.name === name);

const isRunning = (world: World, id: number | null): boolean =>
  id !== null && instances.find(world, id)?.status === 'running';

/** Builds the record of a node, which is ready when it has joined and its instance runs. Source:
 *  clusters#nodes. */
export const showNode = (world: World, node: NodeRow): Readonly<Record<string, unknown>> => ({
  id: node.name,
  instance_id: node.instanceId,
  status: node.hasJoined && isRunning(world, node.instanceId) ? 'ready' : 'not_ready',
});
