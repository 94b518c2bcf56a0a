import { pools as endpoints } from '../../../src/api/pools.ts';
import { done, firstOf, isRefusal, notFound, ok, type Refusal, refuse } from '../../core/reply.ts';
import { type Resource, routeOn } from '../../core/route.ts';
import type { World } from '../../core/world.ts';
import { notReady } from '../clusters/guards.ts';
import { type ClusterRow, clusters } from '../clusters/table.ts';
import { pools } from '../pools/table.ts';
import { instanceDue } from './insert.ts';
import { dropNode } from './removal.ts';
import { nodeCreateWork, recycleNodes, replaceLost, roll } from './rolling.ts';
import { type NodeRow, nodeNamed, showNode } from './table.ts';

const own = (world: World, cluster: ClusterRow, name: string | number): NodeRow | Refusal =>
  notReady(cluster) ?? nodeNamed(world, cluster.id, String(name)) ?? notFound;

const isLast = (world: World, node: NodeRow): Refusal | undefined =>
  (pools.find(world, node.poolId)?.count ?? 0) > 1
    ? undefined
    : refuse('A pool must keep at least one node.');

/** Deletes a node and decreases the count; the autoscaler's bounds stay. Source: clusters#nodes. */
const deleteRoute = routeOn(clusters, endpoints.deleteNode, ({ turn, target, params }) => {
  const { world } = turn;
  const node = own(world, target, params.nodeId);
  if (isRefusal(node)) return node;
  const refusal = firstOf(() => isLast(world, node));
  if (refusal !== undefined) return refusal;
  const pool = pools.find(world, node.poolId);
  if (pool !== undefined) pools.update(world, pool.id, { count: pool.count - 1 });
  dropNode(turn, node);
  roll(turn, node.poolId);
  return done;
});

const recycleRoute = routeOn(clusters, endpoints.recycleNode, ({ turn, target, params }) => {
  const node = own(turn.world, target, params.nodeId);
  if (isRefusal(node)) return node;
  recycleNodes(turn, node.poolId, [node]);
  return done;
});

/** Nodes of clusters. Source: clusters#nodes. */
export const nodeResource: Resource = {
  routes: [
    routeOn(clusters, endpoints.node, ({ turn, target, params }) => {
      const node = nodeNamed(turn.world, target.id, String(params.nodeId));
      return node === undefined ? notFound : ok(showNode(turn.world, node));
    }),
    deleteRoute,
    recycleRoute,
  ],
  works: { kube_node_create: nodeCreateWork },
  alarms: { 'node.instanceDue': instanceDue },
  follow: (turn, type, id) => {
    if (type === 'compute') replaceLost(turn, id);
  },
};
