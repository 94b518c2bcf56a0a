import { z } from 'zod';

/** The id of an item: an integer, or a text where the kind declares `textIds`. */
export type ItemId = number | string;

/** The form of a text as an id: it is a segment of a path. */
export const TextId = z
  .string()
  .regex(/^[a-zA-Z0-9_-]+$/, 'Must have only letters, digits, dashes and underscores')
  .min(1)
  .max(64);
