import { z } from 'zod';
import { Id } from '../../../../api/conventions.ts';
import { PARTITIONS_MAX, PoolCreate } from '../../../../api/pools.ts';
import { inOrder } from '../../../../model/lists.ts';
import { oneLine } from '../../../../model/spec-fields.ts';

const { count } = PoolCreate.shape;

const AutoscalerSpec = z
  .strictObject({
    enabled: z
      .boolean()
      .describe(
        'Lets the service choose the number of nodes. spec.pools[].count is then only the initial number.',
      ),
    min: count
      .optional()
      .describe('Minimum number of nodes. Requires max. Default of both: the count of the pool.'),
    max: count.optional().describe('Maximum number of nodes. Requires min.'),
  })
  .describe('Autoscaler of the pool. If absent, it is not managed.');

const DiskSpec = z.strictObject({
  size: z.int().min(1).describe('Size in MB.'),
  type: z.enum(['raw', 'ext4']).describe('raw: no file system. ext4: an ext4 file system.'),
});

/** The spec of a node pool, identified by a name of the operator's own. Source:
 *  clusters#node-pools. */
export const PoolSpec = z.strictObject({
  name: z
    .string()
    .max(32)
    .regex(
      /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/,
      'Must be lower-case letters, digits and dashes, the first and last no dash',
    )
    .describe(
      'Name of the pool in this spec. A new name creates a new pool before the old pool is deleted.',
    ),
  type: oneLine(1, 64).describe('Id of the plan of the nodes. Immutable for a pool name.'),
  count: count
    .optional()
    .describe(
      'Number of nodes. A lower number deletes nodes with their storage and requires consent. If absent, the number is not managed.',
    ),
  autoscaler: AutoscalerSpec.optional(),
  disks: inOrder(z.array(DiskSpec).max(PARTITIONS_MAX))
    .optional()
    .describe(
      'Partitions in addition to the boot disk, in order, for special use. Immutable for a pool name.',
    ),
  id: Id.optional().describe('Id of an existing pool of an imported cluster that gets this name.'),
});
export type PoolSpec = z.infer<typeof PoolSpec>;
