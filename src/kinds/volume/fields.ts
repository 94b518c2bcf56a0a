import type { Volume } from '../../api/volumes.ts';
import { type Manifest, specFrom } from '../../model/manifest.ts';
import { type Fields, named } from '../../model/step.ts';
import { storedTags, wantedTags } from '../../model/tags.ts';
import type { Desired, Observed } from './types.ts';

/** The label that a new volume gets. */
export const labelOf = ({ spec, name }: Desired): string => spec.label ?? name;

/** The managed fields; `instanceId` is null where the volume is wished to be detached. */
export const volumeWants = ({ spec, mark }: Desired): Fields => ({
  ...wantedTags(spec.tags, mark),
  ...named({
    label: spec.label,
    region: spec.region,
    size: spec.size,
    instanceId: spec.detached === true ? null : spec.instanceId,
  }),
});

/** The same fields of an item. */
export const volumeHas = (item: Volume): Fields => ({
  ...storedTags(item.tags),
  label: item.label,
  region: item.region,
  size: item.size,
  instanceId: item.compute_id,
});

/** A volume as a manifest; what an attachment was made with, and a clone of what, does not read
 *  back. Source: volumes#volume. */
export const volumeManifest: Manifest<Volume, Observed> = {
  specOf: ({ item }) => specFrom(volumeHas(item)),
};
