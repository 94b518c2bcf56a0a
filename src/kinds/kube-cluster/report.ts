import type { Reported } from '../../model/kind.ts';
import { shownTime } from '../../model/moment.ts';
import type { Health } from '../../model/outcome.ts';
import { decodedLabel } from './fields.ts';
import { leastOf, readyIn } from './parts/pools/fields.ts';
import { isSeparate } from './parts/pools/find.ts';
import { recordPools } from './parts/pools/record.ts';
import type { KubeClusterStatus } from './status.ts';
import type { Desired, Observed, Recorded } from './types.ts';

type ReportedStatus = Reported<KubeClusterStatus>;

/** Returns the status members of an item; a detail that was not read, or is not provided, keeps its
 *  last value. Never fails. */
export function reportCluster(
  { item, details }: Observed,
  recorded: Recorded,
  desired: Desired,
): ReportedStatus {
  const { pools, endpoints, dashboard, kubeconfig } = details;
  return {
    label: decodedLabel(item),
    region: item.region,
    k8sVersion: item.k8s_version,
    highAvailability: item.control_plane.high_availability,
    tags: item.tags,
    createdAt: shownTime(item.created),
    updatedAt: shownTime(item.updated),
    ...(endpoints ? { endpoints: endpoints.map(({ endpoint }) => endpoint) } : {}),
    ...(dashboard ? { dashboard: dashboard.url } : {}),
    ...(kubeconfig ? { kubeconfigAvailable: true } : {}),
    ...(pools ? { pools: [...recordPools(desired, details, recorded)] } : {}),
    ...nodeAddresses(details),
  };
}

/** Returns the addresses of the nodes, which are instances of the account. Source:
 *  clusters#nodes. */
function nodeAddresses({ pools, instances }: Observed['details']): ReportedStatus {
  if (!pools || !instances) return {};
  const ids = new Set(pools.flatMap(({ nodes }) => nodes.map((node) => node.instance_id)));
  return {
    nodeAddresses: instances
      .filter(({ id }) => ids.has(id))
      .flatMap(({ ipv4 }) => ipv4)
      .toSorted(),
  };
}

/** A missing prerequisite of a usable cluster: its condition reason, and the message of the
 *  wait. */
export interface Lack {
  readonly reason: string;
  readonly what: string;
}

const lack = (reason: string, what: string): Lack => ({ reason, what });
const LATE = 'which the service provides some minutes after the creation';

/** Returns the first missing prerequisite by the details that were read, else by the last status;
 *  null when there is none. The status of a cluster is no evidence. Source: clusters#status;
 *  clusters#access. */
export function lackOf({ details }: Observed, recorded: Recorded): Lack | null {
  const endpoints = details.endpoints ?? recorded.endpoints ?? [];
  if (endpoints.length === 0)
    return lack('Provisioning', `the API endpoints of the cluster, ${LATE}`);
  if (!details.kubeconfig && recorded.kubeconfigAvailable !== true)
    return lack('Provisioning', `the kubeconfig of the cluster, ${LATE}`);
  const pools = poolsSeen(details, recorded);
  if (pools.length === 0) return lack('WithoutPools', 'a node pool: the cluster has none');
  const short = pools.find(({ isOwn, ready, least }) => isOwn && ready < least);
  return short === undefined
    ? null
    : lack('NodesNotReady', `the nodes of pool ${short.name} to be ready`);
}

/** Returns the pools of the cluster; those of other objects report their nodes themselves. */
function poolsSeen({ pools: stored, held }: Observed['details'], recorded: Recorded) {
  const nameOf = (id: number): string =>
    recorded.pools?.find((pool) => pool.id === id)?.name ?? String(id);
  return stored
    ? stored.map((pool) => ({
        name: nameOf(pool.id),
        isOwn: !isSeparate(pool, held),
        ready: readyIn(pool),
        least: leastOf(pool),
      }))
    : (recorded.pools ?? []).map(({ id, separate, readyNodes, count, autoscaler }) => ({
        name: nameOf(id),
        isOwn: separate !== true,
        ready: readyNodes,
        least: autoscaler?.min ?? count,
      }));
}

/** Reports the health: the cluster is reachable, and every pool has its nodes. */
export function clusterHealth(_desired: Desired, observed: Observed, recorded: Recorded): Health {
  const missing = lackOf(observed, recorded);
  return missing === null
    ? { ready: true, reason: 'Ready', message: 'the cluster is reachable and has its nodes' }
    : { ready: false, reason: missing.reason, message: `waiting for ${missing.what}` };
}
