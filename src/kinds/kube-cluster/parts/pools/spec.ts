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
        'Whether the service chooses the number of nodes. Then spec.pools[].count only says how the pool begins.',
      ),
    min: count
      .optional()
      .describe("Fewest nodes. Goes with max; default of both: the pool's count."),
    max: count.optional().describe('Most nodes. Goes with min.'),
  })
  .describe('The autoscaler of the pool. Absent: it is left as it is.');

const DiskSpec = z.strictObject({
  size: z.int().min(1).describe('Size in MB.'),
  type: z.enum(['raw', 'ext4']).describe('raw: without a file system. ext4: with one.'),
});

/** A node pool, known by a name of ours. Source: clusters#node-pools. */
export const PoolSpec = z.strictObject({
  name: z
    .string()
    .max(32)
    .regex(
      /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/,
      'Must be lower-case letters, digits and dashes, the first and last no dash',
    )
    .describe(
      'Name of the pool in this spec. Another name is another pool: it is added before the old one goes.',
    ),
  type: oneLine(1, 64).describe('Id of the plan of the nodes. Cannot change under one name.'),
  count: count
    .optional()
    .describe(
      'Number of nodes. Fewer of them lose the storage of those that go, and want consent. Absent: it is left as it is.',
    ),
  autoscaler: AutoscalerSpec.optional(),
  disks: inOrder(z.array(DiskSpec).max(PARTITIONS_MAX))
    .optional()
    .describe(
      'Partitions beside the boot disk in their order, for special use. Cannot change under one name.',
    ),
  id: Id.optional().describe(
    'Id of a pool that is there already and gets this name, for a cluster that is imported.',
  ),
});
export type PoolSpec = z.infer<typeof PoolSpec>;
