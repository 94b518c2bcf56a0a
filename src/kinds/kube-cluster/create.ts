import { ClusterLabel, clusters } from '../../api/clusters.ts';
import { post } from '../../model/request.ts';
import { call, changes, refuse, type Step } from '../../model/step.ts';
import { tagsToSend } from '../../model/tags.ts';
import { clusterWants, labelOf } from './fields.ts';
import { poolBody } from './pools/body.ts';
import type { Wish } from './terms.ts';

/** The one request that brings a cluster into being, with its pools. Source: clusters#create. */
export function createCluster(desired: Wish): readonly Step[] {
  const { spec, mark } = desired;
  const label = labelOf(desired);
  if (!ClusterLabel.safeParse(label).success) {
    return [refuse('spec.label', `${label} is no label for a cluster: 1 to 32 characters, none of four bytes; name one in spec.label`)];
  }
  const body = {
    label,
    region: spec.region,
    k8s_version: spec.k8sVersion,
    tags: mark === null ? undefined : tagsToSend(spec.tags, [], mark),
    control_plane:
      spec.controlPlane?.highAvailability === undefined ? undefined : { high_availability: spec.controlPlane.highAvailability },
    node_pools: (spec.pools ?? []).map((pool) => poolBody(pool, mark !== null)),
  };
  const unsaid = mark === null ? ['mark', 'tags'] : ['mark'];
  const said = changes(clusterWants(desired), {}).filter(({ field }) => !unsaid.includes(field));
  return [call('Create', post(clusters.create.path, body), said, { answers: 'item' })];
}
