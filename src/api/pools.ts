import * as z from 'zod';
import { between } from './bounds.ts';
import { Empty, envelope, Id, Tags } from './conventions.ts';
import { endpoint } from './endpoint.ts';
import { word } from './word.ts';

/** A node of a cluster; its instance is null until it has one. Source: clusters#nodes. */
export const Node = z.looseObject({
  id: z.string(),
  instance_id: Id.nullable(),
  status: word(['ready', 'not_ready']),
});
export type Node = z.infer<typeof Node>;

/** A node pool. Without the autoscaler, min and max are the initial count; disk sizes in MB.
 *  Source: clusters#node-pools. */
export const Pool = z.looseObject({
  id: Id,
  type: z.string(),
  count: z.int(),
  nodes: z.array(Node),
  disks: z.array(z.looseObject({ size: z.int(), type: word(['raw', 'ext4']) })),
  autoscaler: z.looseObject({ enabled: z.boolean(), min: z.int(), max: z.int() }),
  tags: z.array(z.string()),
});
export type Pool = z.infer<typeof Pool>;

const Count = between(1, 100);

const scaler = { enabled: z.boolean().optional(), min: Count.optional(), max: Count.optional() };

type Scaler = Readonly<z.infer<z.ZodObject<typeof scaler>>>;

const together = ({ min, max }: Scaler): boolean => (min === undefined) === (max === undefined);
const ordered = ({ min = 0, max = min }: Scaler): boolean => min <= max;

/** An autoscaler. Min and max require each other. Source: clusters#autoscaler. */
export const AutoscalerUpdate = z
  .strictObject(scaler)
  .refine(together, 'min and max require each other')
  .refine(ordered, { path: ['min'], error: 'min must not exceed max' });

/** Source: clusters#autoscaler. */
export const Autoscaler = AutoscalerUpdate.safeExtend({ enabled: z.boolean().default(false) });
export type Autoscaler = z.input<typeof Autoscaler>;

/** Maximum number of partitions on the nodes of a pool. Source: clusters#node-pools. */
export const PARTITIONS_MAX = 7;

/** Source: clusters#node-pools. */
export const PoolCreate = z.strictObject({
  count: Count,
  type: z.string(),
  autoscaler: Autoscaler.optional(),
  disks: z
    .array(z.strictObject({ size: z.int().min(1), type: z.enum(['raw', 'ext4']) }))
    .max(PARTITIONS_MAX, `Must be 0-${PARTITIONS_MAX} disks`)
    .optional(),
  tags: Tags.optional(),
});
export type PoolCreate = z.input<typeof PoolCreate>;

/** An update. Only the recorded service accepts tags. Source: clusters#autoscaler. */
export const PoolUpdate = z.strictObject({
  count: Count.optional(),
  autoscaler: AutoscalerUpdate.optional(),
  tags: Tags.optional(),
});
export type PoolUpdate = z.input<typeof PoolUpdate>;

const source = 'clusters#node-pools';
const cluster = '/kube/clusters/{clusterId}';
const one = `${cluster}/pools/{poolId}` as const;
const node = `${cluster}/nodes/{nodeId}` as const;
const read = { method: 'GET', scopes: ['kube:read_only'], source } as const;
const action = { method: 'POST', scopes: ['kube:read_write'], source } as const;
const remove = { method: 'DELETE', scopes: ['kube:read_write'], response: Empty, source } as const;

export const pools = {
  list: endpoint({
    ...read,
    path: `${cluster}/pools`,
    response: envelope(Pool),
    paged: 'unsized',
    filters: ['id', 'tags'],
  }),
  create: endpoint({ ...action, path: `${cluster}/pools`, body: PoolCreate, response: Pool }),
  view: endpoint({ ...read, path: one, response: Pool }),
  update: endpoint({
    method: 'PUT',
    path: one,
    scopes: ['kube:read_write'],
    body: PoolUpdate,
    response: Pool,
    source,
  }),
  delete: endpoint({ ...remove, path: one }),
  recycle: endpoint({ ...action, path: `${one}/recycle`, response: Empty }),
  node: endpoint({
    method: 'GET',
    path: node,
    scopes: ['kube:read_write'],
    response: Node,
    source,
  }),
  deleteNode: endpoint({ ...remove, path: node }),
  recycleNode: endpoint({ ...action, path: `${node}/recycle`, response: Empty }),
} as const;
