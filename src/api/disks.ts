import * as z from 'zod';
import { text } from './bounds.ts';
import { Empty, envelope, Id, Timestamp } from './conventions.ts';
import { endpoint } from './endpoint.ts';
import { deployment, RootPassword } from './instance-bodies.ts';
import { word } from './word.ts';

const FILESYSTEMS = ['raw', 'swap', 'ext3', 'ext4', 'initrd'] as const;

/** A disk of an instance; `size` in MB. Source: compute#disks. */
export const Disk = z.looseObject({
  id: Id,
  label: z.string(),
  status: word(['ready', 'not ready', 'deleting']),
  filesystem: word(FILESYSTEMS),
  size: z.int(),
  created: Timestamp,
  updated: Timestamp,
});
export type Disk = z.infer<typeof Disk>;

const DiskLabel = text(1, 48);
const DiskSize = z.int().min(1);

/** A new disk: one from an image requires a root password, one without an image a label. Source:
 *  compute#disks. */
export const DiskCreate = z
  .strictObject({
    size: DiskSize,
    label: DiskLabel.optional(),
    filesystem: z.enum(FILESYSTEMS).default('ext4'),
    image: z.string().optional(),
    ...deployment,
  })
  .refine((body) => body.label !== undefined || body.image !== undefined, {
    path: ['label'],
    error: 'label is required',
  })
  .refine((body) => body.root_pass !== undefined || body.image === undefined, {
    path: ['root_pass'],
    error: 'root_pass is required',
  });
export type DiskCreate = z.input<typeof DiskCreate>;

/** Source: compute#disks. */
export const DiskUpdate = z.strictObject({ label: DiskLabel.optional() });
export const DiskResize = z.strictObject({ size: DiskSize });
export const DiskPassword = z.strictObject({ password: RootPassword });

const source = 'compute#disks';
const all = '/compute/instances/{computeId}/disks';
const one = `${all}/{diskId}` as const;
const named = true;

export const disks = {
  list: endpoint({
    method: 'GET',
    path: all,
    scopes: ['computes:read_only'],
    response: envelope(Disk),
    paged: 'sized',
    filters: ['label', 'size'],
    source,
  }),
  create: endpoint({
    method: 'POST',
    path: all,
    scopes: ['computes:read_write'],
    body: DiskCreate,
    response: Disk,
    named,
    source,
  }),
  view: endpoint({
    method: 'GET',
    path: one,
    scopes: ['computes:read_only'],
    response: Disk,
    named,
    source,
  }),
  update: endpoint({
    method: 'PUT',
    path: one,
    scopes: ['computes:read_write'],
    body: DiskUpdate,
    response: Disk,
    named,
    source,
  }),
  delete: endpoint({
    method: 'DELETE',
    path: one,
    scopes: ['computes:read_write'],
    response: Empty,
    named,
    source,
  }),
  clone: endpoint({
    method: 'POST',
    path: `${one}/clone`,
    scopes: ['computes:read_write'],
    response: Disk,
    named,
    source,
  }),
  resize: endpoint({
    method: 'POST',
    path: `${one}/resize`,
    scopes: ['computes:read_write'],
    body: DiskResize,
    response: Empty,
    named,
    source,
  }),
  password: endpoint({
    method: 'POST',
    path: `${one}/password`,
    scopes: ['computes:read_write'],
    body: DiskPassword,
    response: Empty,
    named,
    source,
  }),
} as const;
