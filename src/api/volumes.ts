import * as z from 'zod';
import { between, text } from './bounds.ts';
import { Empty, envelope, Id, Tags, Timestamp } from './conventions.ts';
import { endpoint } from './endpoint.ts';
import { word } from './word.ts';

/** A block-storage volume; `size` in GiB. `filesystem_path` follows the label. Detached ones have
 *  been recorded as "offline". Source: volumes#volume. */
export const Volume = z.looseObject({
  id: Id,
  label: z.string(),
  size: z.int(),
  status: word(['creating', 'active', 'resizing', 'offline', 'contact_support']),
  hardware_type: word(['hdd', 'nvme']),
  region: z.string(),
  compute_id: Id.nullable(),
  compute_label: z.string().nullable(),
  filesystem_path: z.string(),
  tags: z.array(z.string()),
  created: Timestamp,
  updated: Timestamp,
});
export type Volume = z.infer<typeof Volume>;

/** Bounds of the size of a volume, in GiB. Later platforms have the larger maximum. Source:
 *  volumes#volume. */
export const VOLUME_SIZE = { min: 10, max: 10_240, laterMax: 16_384, default: 20 } as const;

/** Begins with a letter, then letters, digits, dashes, underscores, no two dashes or underscores in
 *  a row. Source: conventions#labels. */
export const VolumeLabel = text(1, 32).regex(
  /^[a-zA-Z]((?!--|__)[a-zA-Z0-9_-])*$/,
  'Must begin with a letter',
);

/** Source: volumes#create. */
export const VolumeCreate = z
  .strictObject({
    label: VolumeLabel,
    size: between(VOLUME_SIZE.min, VOLUME_SIZE.laterMax).default(VOLUME_SIZE.default),
    region: z.string().optional(),
    compute_id: Id.optional(),
    config_id: Id.optional(),
    tags: Tags.optional(),
  })
  .refine((body) => body.region !== undefined || body.compute_id !== undefined, {
    error: 'Must provide a region or a Compute ID',
  })
  .refine((body) => body.config_id === undefined || body.compute_id !== undefined, {
    path: ['config_id'],
    error: 'compute_id is required',
  });
export type VolumeCreate = z.input<typeof VolumeCreate>;

/** Source: conventions#labels. */
export const VolumeUpdate = z.strictObject({
  label: VolumeLabel.optional(),
  tags: Tags.optional(),
});
export type VolumeUpdate = z.input<typeof VolumeUpdate>;

/** An attachment. A volume that does not persist across boots is added to no profile. Source:
 *  volumes#attach. */
export const VolumeAttach = z
  .strictObject({
    compute_id: Id,
    config_id: Id.optional(),
    persist_across_boots: z.boolean().default(true),
  })
  .refine((body) => body.persist_across_boots || body.config_id === undefined, {
    path: ['config_id'],
    error: 'config_id must not be given when persist_across_boots is false',
  });
export type VolumeAttach = z.input<typeof VolumeAttach>;

/** The new size in GiB, larger than before. Source: volumes#resize. */
export const VolumeResize = z.strictObject({
  size: between(VOLUME_SIZE.min, VOLUME_SIZE.laterMax),
});
export type VolumeResize = z.input<typeof VolumeResize>;

/** Source: conventions#labels. */
export const VolumeClone = z.strictObject({ label: VolumeLabel });
export type VolumeClone = z.input<typeof VolumeClone>;

/** Bounds of the number of volumes attached without persistence: one per GB of memory, minus the
 *  disks. Source: volumes#attach. */
export const ATTACHABLE = { min: 8, max: 64 } as const;

const source = 'volumes#volumes';
const one = '/volumes/{volumeId}';

export const volumes = {
  list: endpoint({
    method: 'GET',
    path: '/volumes',
    scopes: ['volumes:read_only'],
    response: envelope(Volume),
    paged: 'sized',
    filters: ['label', 'tags'],
    source,
  }),
  create: endpoint({
    method: 'POST',
    path: '/volumes',
    scopes: ['volumes:read_write'],
    grant: 'add_volumes',
    body: VolumeCreate,
    response: Volume,
    source,
  }),
  view: endpoint({
    method: 'GET',
    path: one,
    scopes: ['volumes:read_only'],
    response: Volume,
    source,
  }),
  update: endpoint({
    method: 'PUT',
    path: one,
    scopes: ['volumes:read_write'],
    body: VolumeUpdate,
    response: Volume,
    source,
  }),
  delete: endpoint({
    method: 'DELETE',
    path: one,
    scopes: ['volumes:read_write'],
    response: Empty,
    source,
  }),
  attach: endpoint({
    method: 'POST',
    path: `${one}/attach`,
    scopes: ['volumes:read_write', 'computes:read_write'],
    body: VolumeAttach,
    response: Volume,
    source,
  }),
  clone: endpoint({
    method: 'POST',
    path: `${one}/clone`,
    scopes: ['volumes:read_write'],
    grant: 'add_volumes',
    body: VolumeClone,
    response: Volume,
    source,
  }),
  detach: endpoint({
    method: 'POST',
    path: `${one}/detach`,
    scopes: ['volumes:read_write', 'computes:read_write'],
    response: Empty,
    source,
  }),
  resize: endpoint({
    method: 'POST',
    path: `${one}/resize`,
    scopes: ['volumes:read_write'],
    body: VolumeResize,
    response: Volume,
    source,
  }),
} as const;
