import { z } from 'zod';
import { Id, TagLabel } from '../../api/conventions.ts';
import { VolumeAttach, VolumeLabel, VolumeResize } from '../../api/volumes.ts';
import { asLongAs, itemRef, oneLine, tagList } from '../../model/spec-fields.ts';

const CloneSource = z
  .strictObject({
    volumeRef: itemRef('The volume to copy.'),
  })
  .describe('Creates the volume as a copy of another volume, with its region, size and data.');

const Attachment = z
  .strictObject({
    mode: z
      .enum(['Attached', 'Detached', 'Unmanaged'])
      .describe(
        'Attached: the volume is attached to the instance of instanceRef. Detached: the volume is attached to no instance. Unmanaged: the operator does not change the attachment.',
      ),
    instanceRef: itemRef(
      'Instance of the attachment. Required with mode Attached, and allowed only there.',
    ).optional(),
    configId: Id.optional().describe(
      'Id of the configuration profile of the instance for the volume. Default of the service: the profile booted last. Used only for a new attachment.',
    ),
    persistAcrossBoots: VolumeAttach.shape.persist_across_boots
      .unwrap()
      .optional()
      .describe(
        'false: the volume is attached until the next boot and added to no profile; the instance must be running. Default of the service: true. Used only for a new attachment.',
      ),
  })
  .describe('Attachment of the volume. If absent, the mode is Unmanaged.');

/** The spec of a Volume. Source: volumes#create; volumes#attach; volumes#clone; volumes#resize. */
export const VolumeSpec = z.strictObject({
  label: asLongAs(VolumeLabel)
    .regex(/^[a-zA-Z][a-zA-Z0-9_-]*$/, 'Must begin with a letter')
    .optional()
    .describe(
      'Name of the volume in the account, and part of its device path: letters, digits, dashes and underscores, no two dashes or underscores in a row. Default for a new volume: the name of this object.',
    ),
  size: VolumeResize.shape.size
    .optional()
    .describe('Size in GiB. A volume can grow but not shrink. Default of the service: 20.'),
  region: oneLine(1, 64)
    .optional()
    .describe(
      'Id of the region. Optional if the spec attaches the volume to an instance. Not allowed with cloneFrom.',
    ),
  tags: tagList(TagLabel).optional(),
  attachment: Attachment.optional(),
  cloneFrom: CloneSource.optional(),
});
export type VolumeSpec = z.infer<typeof VolumeSpec>;
