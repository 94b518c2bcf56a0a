import { clusters as endpoints } from '../../../src/api/clusters.ts';
import { schedule } from '../../core/pending.ts';
import { drawWithin, type Range } from '../../core/random.ts';
import { done } from '../../core/reply.ts';
import { type Route, routeOn } from '../../core/route.ts';
import { type Alarm, gone } from '../../core/turn.ts';
import { dropNode, forgetNode } from '../nodes/removal.ts';
import { nodesOf } from '../nodes/table.ts';
import { pools, poolsOf } from '../pools/table.ts';
import { notReady } from './guards.ts';
import { clusters, clusterTable } from './table.ts';

/** Seconds until a deleted cluster is not found any more: before or after its instances. */
const DELETE: Range = [3, 30];

/** Deletes a cluster and its instances; its volumes stay. Source: clusters#delete. */
export const deleteRoute: Route = routeOn(clusters, endpoints.delete, ({ turn, target }) => {
  const refusal = notReady(target);
  if (refusal !== undefined) return refusal;
  const { world } = turn;
  const own = poolsOf(world, target.id).map((pool) => ({ pool, nodes: nodesOf(world, pool.id) }));
  const [orphaned] = target.isOrphaning
    ? own.flatMap(({ nodes }) => nodes.filter((node) => node.instanceId !== null))
    : [];
  if (orphaned !== undefined) forgetNode(turn, orphaned);
  for (const { pool, nodes } of own) {
    pools.remove(world, pool.id);
    for (const node of nodes) if (node !== orphaned) dropNode(turn, node);
  }
  clusterTable.update(world, target.id, { status: 'not_ready' });
  schedule(turn, 'cluster.removed', drawWithin(world, DELETE), { clusterId: target.id });
  return done;
});

export const removed: Alarm<{ readonly clusterId: number }> = {
  ring: (turn, { clusterId }) => {
    clusterTable.remove(turn.world, clusterId);
    gone(turn, 'kubecluster', clusterId);
  },
};

/** An incident: the cluster's deletion will leave one instance behind. Source: clusters#delete. */
export const orphaning: Alarm<{ readonly clusterId: number }> = {
  ring: ({ world }, { clusterId }) => {
    if (clusterTable.find(world, clusterId) !== undefined)
      clusterTable.update(world, clusterId, { isOrphaning: true });
  },
};
