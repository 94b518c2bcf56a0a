import { z } from 'zod';
import { Image } from '../../../api/images.ts';

/** The number in the id of a private image; 0 for a public one, which is no item. Source:
 *  images#images. */
const Numbered = z
  .union([z.int(), Image.shape.id])
  .transform((id) => Number(/^(?:private\/)?(\d+)$/.exec(String(id))?.[1] ?? 0));

/** An image of the account with the number in its id: `private/12` is 12. Source:
 *  images#images. */
export const PrivateImage = Image.extend({ id: Numbered });
export type PrivateImage = z.infer<typeof PrivateImage>;
