import { leastOf, readyIn } from './pools/fields.ts';
import type { Past, Seen } from './terms.ts';

/** What a cluster lacks to be usable: as the reason of a condition, and as what is waited for. */
export interface Lack {
  readonly reason: string;
  readonly what: string;
}

const lack = (reason: string, what: string): Lack => ({ reason, what });
const LATE = 'which the service gives some minutes after the creation';

/** What the cluster lacks first, by what was looked at now, else by the last status; null when it lacks nothing. The status word of a
 *  cluster says nothing about it. Source: clusters#status; clusters#access. */
export function lackOf({ details }: Seen, recorded: Past): Lack | null {
  const endpoints = details.endpoints ?? recorded.endpoints ?? [];
  if (endpoints.length === 0) return lack('Provisioning', `the API endpoints of the cluster, ${LATE}`);
  if (!details.kubeconfig && recorded.kubeconfig !== true) return lack('Provisioning', `the kubeconfig of the cluster, ${LATE}`);
  const pools = poolsSeen(details.pools, recorded);
  if (pools.length === 0) return lack('WithoutPools', 'a node pool: the cluster has none');
  const short = pools.find(({ ready, least }) => ready < least);
  return short === undefined ? null : lack('NodesNotReady', `the nodes of pool ${short.name} to be ready`);
}

function poolsSeen(stored: Seen['details']['pools'], recorded: Past) {
  const nameOf = (id: number): string => recorded.pools?.find((pool) => pool.id === id)?.name ?? String(id);
  return stored
    ? stored.map((pool) => ({ name: nameOf(pool.id), ready: readyIn(pool), least: leastOf(pool) }))
    : (recorded.pools ?? []).map(({ id, ready, count, autoscaler }) => ({ name: nameOf(id), ready, least: autoscaler?.min ?? count }));
}
