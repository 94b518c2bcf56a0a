import { z } from 'zod';
import { Id, TagLabel } from '../../api/conventions.ts';
import { VolumeAttach, VolumeLabel, VolumeResize } from '../../api/volumes.ts';
import { asLongAs, objectRef, oneLine, tagList } from '../../model/spec-fields.ts';

const CloneSource = z
  .strictObject({
    volumeRef: objectRef('The Volume to copy.').optional(),
    volumeId: Id.optional().describe(
      'The id of the volume to copy, for one that is no object here.',
    ),
  })
  .describe(
    'Make the volume as a copy of another: in its region, with its size and its data. Exactly one of volumeRef and volumeId.',
  );

/** The fields of a Volume. Source: volumes#create; volumes#attach; volumes#clone;
 *  volumes#resize. */
export const VolumeSpec = z.strictObject({
  label: asLongAs(VolumeLabel)
    .regex(/^[a-zA-Z][a-zA-Z0-9_-]*$/, 'Must begin with a letter')
    .optional()
    .describe(
      'Name of the volume in the account, part of its device path: letters, digits, dashes and underscores, no two dashes or underscores in a row. Default when it is created: the name of this object.',
    ),
  size: VolumeResize.shape.size
    .optional()
    .describe('Size in GiB. It can grow, never shrink. Default of the service: 20.'),
  region: oneLine(1, 64)
    .optional()
    .describe(
      'Id of the region. May be left out where the volume is made for an instance, or as a clone.',
    ),
  tags: tagList(TagLabel).optional(),
  instanceRef: objectRef('The Instance that the volume is attached to.').optional(),
  instanceId: Id.optional().describe(
    'The id of the instance that the volume is attached to, for one that is no object here.',
  ),
  detached: z
    .literal(true)
    .optional()
    .describe(
      'The volume is to be attached nowhere. Absent, as instanceRef and instanceId are: what is attached outside stays so.',
    ),
  configId: Id.optional().describe(
    "Id of the instance's configuration profile that the volume is added to. Default of the service: the profile booted last. Used when attaching.",
  ),
  persistAcrossBoots: VolumeAttach.shape.persist_across_boots
    .unwrap()
    .optional()
    .describe(
      'false: the volume is attached until the next boot and added to no profile; the instance has to be running. Default of the service: true. Used when attaching.',
    ),
  cloneFrom: CloneSource.optional(),
});
export type VolumeSpec = z.infer<typeof VolumeSpec>;
