import type { Volume } from '../../api/volumes.ts';
import type { Observed } from '../../model/kind.ts';
import { type Manifest, specFrom } from '../../model/manifest.ts';
import { volumeHas } from './fields.ts';

/** A volume as a manifest; what an attachment was made with, and a clone of what, does not read back. Source: volumes#volume. */
export const volumeManifest: Manifest<Volume, Observed<Volume, object>> = {
  specOf: ({ item }) => specFrom(volumeHas(item)),
};
