import { type Manifest, specFrom } from '../../model/manifest.ts';
import { type Fields, named } from '../../model/step.ts';
import type { PrivateImage } from './parts/private-image.ts';
import type { Desired, Observed } from './types.ts';

/** Returns the label of a new image. */
export const labelOf = ({ spec, name }: Desired): string => spec.label ?? name;

/** Formats the id of an image for requests. Source: images#images. */
export const imageIdOf = ({ id }: PrivateImage): string => `private/${id}`;

/** Returns the managed fields. */
export const imageWants = ({ spec }: Desired): Fields =>
  named({ label: spec.label, description: spec.description });

/** Returns the same fields of an item. */
export const imageHas = (item: PrivateImage): Fields => ({
  label: item.label,
  description: item.description ?? '',
});

/** Converts an image to a manifest; its source cannot be read back. Source: images#images. */
export const imageManifest: Manifest<PrivateImage, Observed> = {
  specOf: ({ item }) => specFrom(imageHas(item)),
};
