import { PUBLIC_IMAGES } from '../../catalog/images.ts';
import { table } from '../../core/table.ts';
import type { Entity, Turn } from '../../core/turn.ts';
import type { Row, World } from '../../core/world.ts';

/** An image of the account; `size` in MB. `signature`: that of its upload address, while it waits
 *  for data; hidden. */
export interface ImageRow extends Row {
  readonly label: string;
  readonly description: string;
  readonly created: string;
  readonly updated: string;
  readonly size: number;
  readonly created_by: string;
  readonly status: 'creating' | 'pending_upload' | 'available';
  readonly signature: string | null;
}

export const privateImages = table<ImageRow>('images');

/** The properties of an image that a deployment needs. */
export interface Deployable {
  readonly id: string;
  readonly label: string;
  readonly size: number;
  readonly isReady: boolean;
}

const NUMBERED = /^private\/(\d{1,12})$/;

/** Returns the row of a private image by its id, private/12. */
export const privateImage = (world: World, id: string): ImageRow | undefined => {
  const number = NUMBERED.exec(id)?.[1];
  return number === undefined ? undefined : privateImages.find(world, Number(number));
};

export const deployable = (world: World, id: string): Deployable | undefined => {
  const shared = PUBLIC_IMAGES.find((image) => image.id === id);
  if (shared !== undefined) return { id, label: shared.label, size: shared.size, isReady: true };
  const own = privateImage(world, id);
  return own === undefined
    ? undefined
    : { id, label: own.label, size: own.size, isReady: own.status === 'available' };
};

const showImage = (
  _turn: Turn,
  { id, signature: _signature, ...row }: ImageRow,
): Readonly<Record<string, unknown>> => ({
  id: `private/${id}`,
  ...row,
  type: 'manual',
  is_public: false,
  deprecated: false,
  vendor: null,
  expiry: null,
  eol: null,
});

/** Source: images#images. */
export const images: Entity<ImageRow> = {
  type: 'image',
  path: '/images/private',
  table: privateImages,
  find: (world, param) => privateImage(world, String(param)),
  label: (row) => row.label,
  show: showImage,
};

/** Builds the record of a public image. Source: images#images. */
export const showPublic = (
  image: (typeof PUBLIC_IMAGES)[number],
): Readonly<Record<string, unknown>> => ({
  id: image.id,
  label: image.label,
  deprecated: image.deprecated,
  size: image.size,
  created: '2022-05-01T14:41:57',
  updated: '2022-05-01T14:41:57',
  description: '',
  created_by: 'compute',
  type: 'manual',
  is_public: true,
  vendor: image.vendor,
  expiry: null,
  eol: image.eol,
  status: 'available',
});
