import { z } from 'zod';
import { ClusterLabel } from '../../api/clusters.ts';
import { TagLabel } from '../../api/conventions.ts';
import { mapBy } from '../../model/lists.ts';
import { lineAsLongAs, oneLine, tagList } from '../../model/spec-fields.ts';
import { PoolSpec } from './parts/pools/spec.ts';

const MOST_POOLS = 50;

/** The spec of a KubeCluster. Source: clusters#create; clusters#update. */
export const KubeClusterSpec = z.strictObject({
  label: lineAsLongAs(ClusterLabel)
    .optional()
    .describe(
      'Name of the cluster in the account: 1 to 32 characters, without characters of four bytes. Default for a new cluster: the name of this object.',
    ),
  region: oneLine(1, 64).optional().describe('Id of the region.'),
  k8sVersion: z
    .string()
    .max(7)
    .regex(/^[1-9][0-9]{0,2}[.][0-9]{1,3}$/, 'Must be a major and a minor version')
    .optional()
    .describe(
      'Kubernetes version, such as 1.25. The service deploys its latest patch. An upgrade takes one minor version at a time, each with consent. Nodes get the version when they are recycled. A downgrade is not possible.',
    ),
  tags: tagList(TagLabel).optional(),
  controlPlane: z
    .strictObject({
      highAvailability: z
        .boolean()
        .optional()
        .describe(
          'Enables a highly available control plane. Enabling it replaces all nodes, is irreversible and requires consent. Default of the service: false.',
        ),
    })
    .optional()
    .describe('Settings of the control plane.'),
  pools: mapBy(z.array(PoolSpec).min(1).max(MOST_POOLS), 'name')
    .optional()
    .describe(
      'Node pools by name. The operator deletes a pool that is removed from this list, with consent. It does not change pools that it did not name.',
    ),
});
export type KubeClusterSpec = z.infer<typeof KubeClusterSpec>;
