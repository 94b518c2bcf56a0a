import { z } from 'zod';
import { ClusterLabel } from '../../api/clusters.ts';
import { TagLabel } from '../../api/conventions.ts';
import { mapBy } from '../../model/lists.ts';
import { lineAsLongAs, oneLine, tagList } from '../../model/spec-fields.ts';
import { PoolSpec } from './parts/pools/spec.ts';

const MOST_POOLS = 50;

/** The fields of a KubeCluster. Source: clusters#create; clusters#update. */
export const KubeClusterSpec = z.strictObject({
  label: lineAsLongAs(ClusterLabel)
    .optional()
    .describe(
      'Name of the cluster in the account: 1 to 32 characters, none of four bytes. Default when it is created: the name of this object.',
    ),
  region: oneLine(1, 64).optional().describe('Id of the region.'),
  k8sVersion: z
    .string()
    .max(7)
    .regex(/^[1-9][0-9]{0,2}[.][0-9]{1,3}$/, 'Must be a major and a minor version')
    .optional()
    .describe(
      'Kubernetes version, 1.25: the service deploys its latest patch. A newer one is reached one minor at a time, each with consent; nodes get it when they are recycled. It cannot go back.',
    ),
  tags: tagList(TagLabel).optional(),
  controlPlane: z
    .strictObject({
      highAvailability: z
        .boolean()
        .optional()
        .describe(
          'Whether the control plane is highly available. Turning it on replaces all nodes, cannot be undone and requires consent. Default of the service: false.',
        ),
    })
    .optional()
    .describe('Settings of the control plane.'),
  pools: mapBy(z.array(PoolSpec).min(1).max(MOST_POOLS), 'name')
    .optional()
    .describe(
      'Node pools by name. A pool that is taken out of this list is deleted, with consent; pools without a name of ours are left alone.',
    ),
});
export type KubeClusterSpec = z.infer<typeof KubeClusterSpec>;
