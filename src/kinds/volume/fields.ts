import type { Volume } from '../../api/volumes.ts';
import { type Manifest, specFrom } from '../../model/manifest.ts';
import { type Fields, named } from '../../model/step.ts';
import { storedTags, wantedTags } from '../../model/tags.ts';
import type { Desired, Observed } from './types.ts';

/** The label that a new volume gets. */
export const labelOf = ({ spec, name }: Desired): string => spec.label ?? name;

/** The managed field that says where the volume is attached. */
export const ATTACHED_TO = 'attachment.instanceRef.id';

/** The id of the instance that the volume is to be attached to; undefined: none, or none yet. */
export const instanceOf = ({ attachment }: Desired['spec']): number | undefined =>
  attachment?.mode === 'Attached' ? attachment.instanceRef?.id : undefined;

/** Whether the volume is to be attached nowhere. */
export const isFree = ({ attachment }: Desired['spec']): boolean => attachment?.mode === 'Detached';

/** The managed fields; the instance is null where the volume is to be detached. */
export const volumeWants = ({ spec, mark }: Desired): Fields => ({
  ...wantedTags(spec.tags, mark),
  ...named({
    label: spec.label,
    region: spec.region,
    size: spec.size,
    [ATTACHED_TO]: isFree(spec) ? null : instanceOf(spec),
  }),
});

/** The same fields of an item. */
export const volumeHas = (item: Volume): Fields => ({
  ...storedTags(item.tags),
  label: item.label,
  region: item.region,
  size: item.size,
  [ATTACHED_TO]: item.compute_id,
});

/** A volume as a manifest; what an attachment was made with, and a clone of what, does not read
 *  back. Source: volumes#volume. */
export const volumeManifest: Manifest<Volume, Observed> = {
  specOf: ({ item }) =>
    specFrom({
      ...volumeHas(item),
      'attachment.mode': item.compute_id === null ? null : 'Attached',
    }),
};
