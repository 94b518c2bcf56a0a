import type { Reported } from '../../model/kind.ts';
import { decodedLabel } from './fields.ts';
import { recordPools } from './pools/record.ts';
import type { KubeClusterStatus } from './status.ts';
import type { Past, Seen, Wish } from './terms.ts';

type Told = Reported<KubeClusterStatus>;

/** What is kept of an item in status; a detail that was not looked at, or is not given, keeps its last value. Never fails. */
export function reportCluster({ item, details }: Seen, recorded: Past, desired: Wish): Told {
  const { pools, endpoints, dashboard, kubeconfig } = details;
  return {
    label: decodedLabel(item),
    region: item.region,
    k8sVersion: item.k8s_version,
    highAvailability: item.control_plane.high_availability,
    tags: item.tags,
    created: item.created,
    updated: item.updated,
    ...(endpoints ? { endpoints: endpoints.map(({ endpoint }) => endpoint) } : {}),
    ...(dashboard ? { dashboard: dashboard.url } : {}),
    ...(kubeconfig ? { kubeconfig: true } : {}),
    ...(pools ? { pools: [...recordPools(desired, pools, recorded)] } : {}),
    ...nodeAddresses(details),
  };
}

/** Nodes are instances of the account. Source: clusters#nodes. */
function nodeAddresses({ pools, instances }: Seen['details']): Told {
  if (!pools || !instances) return {};
  const ids = new Set(pools.flatMap(({ nodes }) => nodes.map((node) => node.instance_id)));
  return {
    nodeAddresses: instances
      .filter(({ id }) => ids.has(id))
      .flatMap(({ ipv4 }) => ipv4)
      .toSorted(),
  };
}
