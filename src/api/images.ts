import * as z from 'zod';
import { text } from './bounds.ts';
import { Empty, envelope, Id, Timestamp } from './conventions.ts';
import { endpoint } from './endpoint.ts';
import { word } from './word.ts';

/** A machine image; `size` in MB, shrinking while it is created. Ids begin with compute/ (public)
 *  or private/. Source: images#images. */
export const Image = z.looseObject({
  id: z.string(),
  label: z.string(),
  description: z.string().nullable(),
  status: word(['creating', 'pending_upload', 'available']),
  type: word(['manual', 'automatic']),
  size: z.int(),
  is_public: z.boolean(),
  deprecated: z.boolean(),
  created: Timestamp,
  updated: Timestamp.nullable(),
  created_by: z.string().nullable(),
  vendor: z.string().nullable(),
  expiry: Timestamp.nullable(),
  eol: Timestamp.nullish(),
});
export type Image = z.infer<typeof Image>;

/** An upload as described: the image with an additional field. Source: images#upload. */
export const FlatUpload = Image.extend({ upload_to: z.url() });

/** An upload as recorded: the image beside the address. Source: images#upload. */
export const WrappedUpload = z.looseObject({ upload_to: z.url(), image: Image });

export const Upload = z.union([WrappedUpload, FlatUpload]);

const Description = text(1, 65_000);

/** A new image. The label defaults to that of the disk. Source: images#create. */
export const ImageCreate = z.strictObject({
  disk_id: Id,
  label: z.string().optional(),
  description: Description.optional(),
});
export type ImageCreate = z.input<typeof ImageCreate>;

/** Source: images#upload. */
export const ImageUpload = z.strictObject({
  label: z.string(),
  region: z.string(),
  description: Description.optional(),
});
export type ImageUpload = z.input<typeof ImageUpload>;

/** Source: images#images. */
export const ImageUpdate = z.strictObject({
  label: z.string().optional(),
  description: Description.nullable().optional(),
});
export type ImageUpdate = z.input<typeof ImageUpdate>;

/** Time within which an upload must arrive, in hours, and its largest size when compressed, in GB.
 *  Source: images#upload. */
export const IMAGE_UPLOAD = { hours: 24, compressedGb: 5 } as const;

const source = 'images#images';
const one = '/images/{imageId}';

export const images = {
  list: endpoint({
    method: 'GET',
    path: '/images',
    scopes: ['images:read_only'],
    auth: 'optional',
    response: envelope(Image),
    paged: 'sized',
    filters: ['label', 'deprecated', 'is_public', 'size', 'type', 'vendor', 'status'],
    source,
  }),
  create: endpoint({
    method: 'POST',
    path: '/images',
    scopes: ['images:read_write', 'computes:read_only'],
    grant: 'add_images',
    body: ImageCreate,
    response: Image,
    source,
  }),
  upload: endpoint({
    method: 'POST',
    path: '/images/upload',
    scopes: ['images:read_write'],
    grant: 'add_images',
    body: ImageUpload,
    response: Upload,
    source,
  }),
  view: endpoint({
    method: 'GET',
    path: one,
    scopes: ['images:read_only'],
    auth: 'optional',
    response: Image,
    source,
  }),
  update: endpoint({
    method: 'PUT',
    path: one,
    scopes: ['images:read_write'],
    body: ImageUpdate,
    response: Image,
    source,
  }),
  delete: endpoint({
    method: 'DELETE',
    path: one,
    scopes: ['images:read_write'],
    response: Empty,
    source,
  }),
} as const;
