import { z } from 'zod';
import {
  ApiEndpoint,
  type Cluster,
  ClusterVersion,
  clusters,
  Dashboard,
  Kubeconfig,
} from '../../../api/clusters.ts';
import { path } from '../../../api/endpoint.ts';
import { Instance, instances } from '../../../api/instances.ts';
import { Pool, pools } from '../../../api/pools.ts';
import type { Read } from '../../../model/request.ts';
import type { Desired, Details } from '../types.ts';

/** Failures of details that appear minutes after the creation, or for a token without
 *  permission. */
const mayFail = ['NotFound', 'NotYet', 'Denied'] as const;

/** Reads the details of a cluster; the available versions only for an upgrade. Source:
 *  clusters#access; clusters#node-pools. */
export function clusterDetails(
  { spec }: Desired,
  item: Cluster,
): { readonly [K in keyof Details]: Read<Details[K]> | null } {
  const clusterId = item.id;
  const isOther = spec.k8sVersion !== undefined && spec.k8sVersion !== item.k8s_version;
  return {
    pools: poolsOf(item),
    endpoints: {
      path: path(clusters.apiEndpoints.path, { clusterId }),
      schema: z.array(ApiEndpoint),
      paged: true,
      mayFail,
    },
    kubeconfig: {
      path: path(clusters.kubeconfig.path, { clusterId }),
      schema: Kubeconfig,
      paged: false,
      mayFail,
    },
    dashboard: {
      path: path(clusters.dashboard.path, { clusterId }),
      schema: Dashboard,
      paged: false,
      mayFail,
    },
    instances: {
      path: instances.list.path,
      schema: z.array(Instance),
      paged: true,
      mayFail,
      shared: { row: Instance, expects: nodesIn },
    },
    versions: isOther
      ? { path: clusters.versions.path, schema: z.array(ClusterVersion), paged: true, mayFail }
      : null,
    held: null,
  };
}

/** Returns the instances of the nodes. */
const nodesIn = ({ pools: stored }: Readonly<Record<string, unknown>>): readonly number[] =>
  ((stored ?? []) as Details['pools']).flatMap(({ nodes }) =>
    nodes.flatMap(({ instance_id }) => instance_id ?? []),
  );

/** Reads the node pools of a cluster. Source: clusters#node-pools. */
export const poolsOf = ({ id }: Cluster): Read<Details['pools']> => ({
  path: path(pools.list.path, { clusterId: id }),
  schema: z.array(Pool),
  paged: true,
  mayFail,
});
