import { z } from 'zod';
import { Id, TagLabel } from '../../api/conventions.ts';
import { VolumeAttach, VolumeLabel, VolumeResize } from '../../api/volumes.ts';
import { asLongAs, itemRef, oneLine, tagList } from '../../model/spec-fields.ts';

const CloneSource = z
  .strictObject({
    volumeRef: itemRef('The volume to copy.'),
  })
  .describe('Make the volume as a copy of another: in its region, with its size and its data.');

const Attachment = z
  .strictObject({
    mode: z
      .enum(['Attached', 'Detached', 'Unmanaged'])
      .describe(
        'Attached: to the instance of instanceRef. Detached: to none. Unmanaged: what is attached or detached outside stays so.',
      ),
    instanceRef: itemRef(
      'The instance that the volume is attached to: needed with mode Attached, and only there.',
    ).optional(),
    configId: Id.optional().describe(
      "Id of the instance's configuration profile that the volume is added to. Default of the service: the profile booted last. Used when attaching.",
    ),
    persistAcrossBoots: VolumeAttach.shape.persist_across_boots
      .unwrap()
      .optional()
      .describe(
        'false: the volume is attached until the next boot and added to no profile; the instance has to be running. Default of the service: true. Used when attaching.',
      ),
  })
  .describe('Where the volume is attached. Absent: as mode Unmanaged.');

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
  attachment: Attachment.optional(),
  cloneFrom: CloneSource.optional(),
});
export type VolumeSpec = z.infer<typeof VolumeSpec>;
