import { z } from 'zod';
import { setOf } from '../../model/lists.ts';
import { moment } from '../../model/moment.ts';

/** What a Volume's status mirrors. Source: volumes#volume. */
export const VolumeStatus = z.strictObject({
  label: z.string().optional().describe('Label in the account.'),
  size: z.int().optional().describe('Size in GiB.'),
  region: z.string().optional().describe('Region that the volume is in.'),
  hardwareType: z.string().optional().describe('What the volume is stored on.'),
  filesystemPath: z
    .string()
    .optional()
    .describe('Path of the device on the instance; follows the label.'),
  tags: setOf(z.array(z.string())).optional().describe('Tags in the account.'),
  instanceId: z.int().optional().describe('Id of the instance that the volume is attached to.'),
  instanceLabel: z.string().optional().describe('Label of that instance.'),
  attachedTo: z
    .int()
    .optional()
    .describe(
      'Id of the instance that this object attached the volume to: only this attachment is ever undone.',
    ),
  createdAt: moment('When the volume was made.').optional(),
  updatedAt: moment('When the volume was last changed.').optional(),
});
export type VolumeStatus = typeof VolumeStatus;
