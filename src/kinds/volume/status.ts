import { z } from 'zod';
import { setOf } from '../../model/lists.ts';
import { moment } from '../../model/moment.ts';

/** The status of a Volume. Source: volumes#volume. */
export const VolumeStatus = z.strictObject({
  label: z.string().optional().describe('Label in the account.'),
  size: z.int().optional().describe('Size in GiB.'),
  region: z.string().optional().describe('Region of the volume.'),
  hardwareType: z.string().optional().describe('Storage hardware of the volume.'),
  filesystemPath: z
    .string()
    .optional()
    .describe('Path of the device on the instance. It contains the label.'),
  tags: setOf(z.array(z.string())).optional().describe('Tags in the account.'),
  instanceId: z.int().optional().describe('Id of the attached instance.'),
  instanceLabel: z.string().optional().describe('Label of that instance.'),
  item: z
    .strictObject({
      attachedTo: z
        .int()
        .describe(
          'Id of the instance to which this object attached the volume. The operator reverts only this attachment.',
        ),
    })
    .optional()
    .describe('Data on the attachment.'),
  createdAt: moment('Time when the volume was created.').optional(),
  updatedAt: moment('Time of the last change of the volume.').optional(),
});
export type VolumeStatus = typeof VolumeStatus;
