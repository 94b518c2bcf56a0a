import type { Cluster } from '../../api/clusters.ts';
import { type Manifest, specFrom } from '../../model/manifest.ts';
import { type Fields, named } from '../../model/step.ts';
import { storedTags, wantedTags } from '../../model/tags.ts';
import { poolsOf } from './parts/details.ts';
import { poolWants } from './parts/pools/fields.ts';
import { ownPools } from './parts/pools/find.ts';
import { poolSpecsOf } from './parts/pools/manifest.ts';
import type { Desired, Observed } from './types.ts';

/** Returns the label of a new cluster. */
export const labelOf = ({ spec, name }: Desired): string => spec.label ?? name;

/** Decodes a label: the service may show characters as Unicode escapes. Source:
 *  clusters#clusters. */
export const decodedLabel = ({ label }: Cluster): string =>
  label.replaceAll(/\\u([0-9a-fA-F]{4})/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );

/** Returns the managed fields. */
export const clusterWants = ({ spec, mark }: Desired): Fields => ({
  ...wantedTags(spec.tags, mark),
  ...named({
    label: spec.label,
    region: spec.region,
    k8sVersion: spec.k8sVersion,
    'controlPlane.highAvailability': spec.controlPlane?.highAvailability,
  }),
  ...Object.assign({}, ...(spec.pools ?? []).map(poolWants)),
});

/** Returns the same fields of an item, without those of its pools. */
export const clusterHas = (item: Cluster): Fields => ({
  ...storedTags(item.tags),
  label: decodedLabel(item),
  region: item.region,
  k8sVersion: item.k8s_version,
  'controlPlane.highAvailability': item.control_plane.high_availability,
});

/** Converts a cluster to a manifest, with its pools by id. Its nodes are instances that belong to
 *  it. Source: clusters#clusters; clusters#nodes. */
export const clusterManifest: Manifest<Cluster, Observed> = {
  specOf: ({ item, details }) =>
    specFrom(
      { ...clusterHas(item), pools: poolSpecsOf(ownPools(details.pools ?? [], details.held)) },
      { 'controlPlane.highAvailability': false },
    ),
  reads: (item) => ({ pools: poolsOf(item) }),
  parts: {
    kind: 'Instance',
    idsIn: ({ details }) =>
      (details.pools ?? []).flatMap(({ nodes }) =>
        nodes.flatMap(({ instance_id }) => instance_id ?? []),
      ),
    label: /^kube\d+-\d+-[0-9a-f]+$/,
  },
};
