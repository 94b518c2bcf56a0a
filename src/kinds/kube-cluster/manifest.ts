import type { Cluster } from '../../api/clusters.ts';
import { type Manifest, specFrom } from '../../model/manifest.ts';
import { poolsOf } from './details.ts';
import { clusterHas } from './fields.ts';
import { poolSpecsOf } from './pools/manifest.ts';
import type { Seen } from './terms.ts';

/** A cluster as a manifest, its pools by their ids. Its nodes are instances that come and go with it.
 *  Source: clusters#clusters; clusters#nodes. */
export const clusterManifest: Manifest<Cluster, Seen> = {
  specOf: ({ item, details }) =>
    specFrom({ ...clusterHas(item), pools: poolSpecsOf(details.pools ?? []) }, { 'controlPlane.highAvailability': false }),
  reads: (item) => ({ pools: poolsOf(item) }),
  parts: {
    kind: 'Instance',
    idsIn: ({ details }) => (details.pools ?? []).flatMap(({ nodes }) => nodes.flatMap(({ instance_id }) => instance_id ?? [])),
    label: /^kube\d+-\d+-[0-9a-f]+$/,
  },
};
