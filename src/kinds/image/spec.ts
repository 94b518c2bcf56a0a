import { z } from 'zod';
import { ImageUpload } from '../../api/images.ts';
import { asLongAs, itemRef, oneLine } from '../../model/spec-fields.ts';

const SourceSpec = z
  .strictObject({
    kind: z
      .enum(['Disk', 'Upload'])
      .describe(
        'Disk: a copy of a disk of instanceRef. Upload: data that you send to the address in the Secret `<name>-upload`.',
      ),
    instanceRef: itemRef(
      'Instance with the disk. Required with kind Disk, and allowed only there.',
    ).optional(),
    diskLabel: oneLine(1, 48)
      .optional()
      .describe(
        'Label of the disk. Allowed only with kind Disk. Default: the only disk that is not a swap disk.',
      ),
    region: oneLine(1, 64)
      .optional()
      .describe(
        'Id of the region that receives the data. Required with kind Upload, and allowed only there. The image is usable in all regions.',
      ),
  })
  .describe('Source of a new image.');

/** The spec of an Image. Source: images#create; images#upload. */
export const ImageSpec = z.strictObject({
  label: oneLine(1, 255)
    .optional()
    .describe(
      'Name of the image in the account. Default for a new image: the name of this object.',
    ),
  description: asLongAs(ImageUpload.shape.description.unwrap())
    .optional()
    .describe('Purpose of the image. Display only.'),
  source: SourceSpec.optional(),
});
export type ImageSpec = z.infer<typeof ImageSpec>;
