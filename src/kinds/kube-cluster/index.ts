import { catalog } from '../../api/catalog.ts';
import { Cluster, clusters } from '../../api/clusters.ts';
import { defineKind } from '../../model/kind.ts';
import { clusterManifest, clusterWants, decodedLabel, labelOf } from './fields.ts';
import { clusterRequests, kubeconfigSecret } from './parts/access.ts';
import { removeCluster } from './parts/deletion.ts';
import { clusterDetails } from './parts/details.ts';
import { createCluster, unmarkCluster, updateCluster } from './plan.ts';
import { clusterHealth, reportCluster } from './report.ts';
import { RULES } from './rules.ts';
import { KubeClusterSpec } from './spec.ts';
import { KubeClusterStatus } from './status.ts';
import type { Details } from './types.ts';

/** A Kubernetes cluster with its node pools. Source: clusters#clusters. */
export const kubeCluster = defineKind<
  typeof KubeClusterSpec,
  typeof KubeClusterStatus,
  Cluster,
  Details
>({
  kind: 'KubeCluster',
  plural: 'kubeclusters',
  shortNames: ['cikc'],
  summary: 'A Kubernetes cluster with its node pools, versions and kubeconfig.',
  spec: KubeClusterSpec,
  status: KubeClusterStatus,
  rules: RULES,
  catalogued: [
    {
      field: 'region',
      noun: 'region',
      path: catalog.regions.path,
      capability: 'Kubernetes',
    },
    { field: 'k8sVersion', noun: 'version', path: clusters.versions.path },
    { field: 'pools[].type', noun: 'plan', path: catalog.types.path },
  ],
  immutable: ['region'],
  requiredToCreate: ['region', 'k8sVersion', 'pools'],
  createOnly: [],
  columns: [
    { name: 'Version', type: 'string', path: '.status.k8sVersion' },
    { name: 'Endpoint', type: 'string', path: '.status.endpoints[0]', wide: true },
    { name: 'Region', type: 'string', path: '.status.region', wide: true },
  ],
  refs: [],
  ids: [{ path: 'pools[].id', names: 'KubeNodePool' }],
  holds: [
    { path: 'pools[].id', as: 'KubeNodePool', having: 'name', elsewhere: 'held' },
    { path: 'pools[].nodes[].instanceId', as: 'Instance' },
  ],
  secretRefs: [],
  holdsData: true,
  deletion: 'Retain',
  loss: 'Hold',
  scopes: clusters.create.scopes,
  item: Cluster,
  collection: () => clusters.list.path,
  details: clusterDetails,
  key: labelOf,
  keyOf: decodedLabel,
  wants: clusterWants,
  create: createCluster,
  update: updateCluster,
  remove: removeCluster,
  unmark: unmarkCluster,
  requests: clusterRequests,
  health: clusterHealth,
  report: reportCluster,
  manifest: clusterManifest,
  secretSuffix: 'kubeconfig',
  secret: kubeconfigSecret,
  secretRenewedBy: 'RegenerateKubeconfig',
});
