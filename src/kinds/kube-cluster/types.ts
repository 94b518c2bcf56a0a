import type {
  ApiEndpoint,
  Cluster,
  ClusterVersion,
  Dashboard,
  Kubeconfig,
} from '../../api/clusters.ts';
import type { Instance } from '../../api/instances.ts';
import type { Pool } from '../../api/pools.ts';
import type * as Kind from '../../model/kind.ts';
import type { KubeClusterSpec } from './spec.ts';
import type { KubeClusterStatus } from './status.ts';

/** Details of a cluster that the listing does not show, one request each. `versions`: those on
 *  offer; `instances`: among them its nodes; `held`: pools that other objects hold. */
export interface Details {
  readonly pools: readonly Pool[];
  readonly endpoints: readonly ApiEndpoint[];
  readonly kubeconfig: Kubeconfig;
  readonly dashboard: Dashboard;
  readonly instances: readonly Instance[];
  readonly versions: readonly ClusterVersion[];
  readonly held: readonly number[];
}

export type Desired = Kind.Desired<KubeClusterSpec>;
export type Observed = Kind.Observed<Cluster, Details>;
export type Recorded = Kind.Recorded<KubeClusterStatus>;
