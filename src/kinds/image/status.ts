import { z } from 'zod';
import { moment } from '../../model/moment.ts';

/** The status of an Image. Source: images#images. */
export const ImageStatus = z.strictObject({
  label: z.string().optional().describe('Label in the account.'),
  image: z
    .string()
    .optional()
    .describe('Id with its prefix, as spec.image of an Instance contains it: private/12.'),
  size: z.int().optional().describe('Size in MB.'),
  type: z.string().optional().describe('Origin of the image: manual or automatic.'),
  createdBy: z.string().optional().describe('User who created the image.'),
  uploadExpiresAt: moment(
    'Time until which the service accepts the data of an upload. Then it deletes the image.',
  ).optional(),
  item: z
    .strictObject({
      hasAddress: z
        .boolean()
        .describe('True if the upload address was written to the Secret of this object.'),
    })
    .optional()
    .describe('Data on an upload.'),
  createdAt: moment('Time when the image was created.').optional(),
  updatedAt: moment('Time of the last change of the image.').optional(),
});
export type ImageStatus = typeof ImageStatus;
