import { clusters } from '../../../api/clusters.ts';
import { path } from '../../../api/endpoint.ts';
import { inOrder } from '../../../model/chain.ts';
import { del } from '../../../model/request.ts';
import { call, type Step, waitAtMost } from '../../../model/step.ts';
import type { Desired, Observed, Recorded } from '../types.ts';

/** Interval between reads of a cluster during operations that take minutes. */
export const SLOW_MS = 30_000;

/** Longest time that a cluster without a ready node delays its own deletion. Source:
 *  clusters#delete. */
const FIRST_NODE_MS = 15 * 60_000;

/** Returns the steps that delete the cluster. A deletion before the first node is ready may leave
 *  an instance behind, and is delayed for a limited time. The status not_ready does not indicate a
 *  deletion: only the operator's own request does. Source: clusters#delete. */
export function removeCluster(
  _desired: Desired,
  { item, details }: Observed,
  recorded: Recorded,
): readonly Step[] {
  const loses =
    'all nodes with their data, the control plane and the load balancers of the cluster; volumes remain';
  const gone = call('Delete', del(path(clusters.delete.path, { clusterId: item.id })), [], {
    effect: 'destroys',
    loses,
  });
  const nodes =
    details.pools?.flatMap((pool) =>
      pool.nodes.map(({ status, instance_id }) => ({ status, instance: instance_id })),
    ) ??
    recorded.pools?.flatMap((pool) =>
      pool.nodes.map(({ status, instanceId }) => ({ status, instance: instanceId ?? null })),
    );
  if (nodes === undefined)
    return inOrder(
      waitAtMost(
        'a read of the nodes of the cluster before it is deleted, for at most 15 minutes',
        FIRST_NODE_MS,
      ),
      gone,
    );
  const hasBegun =
    nodes.every(({ instance }) => instance !== null) ||
    nodes.some(({ status }) => status === 'ready');
  const first =
    'the first node to be ready, for at most 15 minutes: an earlier deletion leaves an instance behind';
  return hasBegun ? [gone] : inOrder(waitAtMost(first, FIRST_NODE_MS, SLOW_MS), gone);
}
