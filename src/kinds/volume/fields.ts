import type { Volume } from '../../api/volumes.ts';
import type { Desired } from '../../model/kind.ts';
import { type Fields, named } from '../../model/step.ts';
import { storedTags, wantedTags } from '../../model/tags.ts';
import type { VolumeSpec } from './spec.ts';

/** The label that a new volume gets. */
export const labelOf = ({ spec, name }: Desired<VolumeSpec>): string => spec.label ?? name;

/** The managed fields; `instanceId` is null where the volume is wished to be detached. */
export const volumeWants = ({ spec, mark }: Desired<VolumeSpec>): Fields => ({
  ...wantedTags(spec.tags, mark),
  ...named({ label: spec.label, region: spec.region, size: spec.size, instanceId: spec.detached === true ? null : spec.instanceId }),
});

/** The same fields of an item. */
export const volumeHas = (item: Volume): Fields => ({
  ...storedTags(item.tags),
  label: item.label,
  region: item.region,
  size: item.size,
  instanceId: item.compute_id,
});
