import type { Volume } from '../../api/volumes.ts';
import { type Manifest, specFrom } from '../../model/manifest.ts';
import { type Fields, named } from '../../model/step.ts';
import { storedTags, wantedTags } from '../../model/tags.ts';
import type { Desired, Observed } from './types.ts';

/** Returns the label of a new volume. */
export const labelOf = ({ spec, name }: Desired): string => spec.label ?? name;

/** The managed field of the attachment. */
export const ATTACHED_TO = 'attachment.instanceRef.id';

/** Returns the id of the instance to attach to; undefined: none, or none yet. */
export const instanceOf = ({ attachment }: Desired['spec']): number | undefined =>
  attachment?.mode === 'Attached' ? attachment.instanceRef?.id : undefined;

/** Reports whether the volume is to be detached. */
export const isFree = ({ attachment }: Desired['spec']): boolean => attachment?.mode === 'Detached';

/** Returns the managed fields; the instance is null where the volume is to be detached. */
export const volumeWants = ({ spec, mark }: Desired): Fields => ({
  ...wantedTags(spec.tags, mark),
  ...named({
    label: spec.label,
    region: spec.region,
    size: spec.size,
    [ATTACHED_TO]: isFree(spec) ? null : instanceOf(spec),
  }),
});

/** Returns the same fields of an item. */
export const volumeHas = (item: Volume): Fields => ({
  ...storedTags(item.tags),
  label: item.label,
  region: item.region,
  size: item.size,
  [ATTACHED_TO]: item.compute_id,
});

/** Converts a volume to a manifest; options of an attachment, and the source of a clone, cannot be
 *  read back. Source: volumes#volume. */
export const volumeManifest: Manifest<Volume, Observed> = {
  specOf: ({ item }) =>
    specFrom({
      ...volumeHas(item),
      'attachment.mode': item.compute_id === null ? null : 'Attached',
    }),
};
