import * as z from 'zod';

/** An integer as it stands in an address: nothing but digits. */
export const Digits = z.string().regex(/^\d+$/, 'Must be an integer').transform(Number);

/** A text of `min` to `max` characters; the refusal reads as the service's own. Source:
 *  conventions#reasons. */
export const text = (min: number, max: number): z.ZodString => {
  const reason = `Length must be ${min}-${max} characters`;
  return z.string().min(min, reason).max(max, reason);
};

/** An integer from `min` to `max`, both included; the refusal reads as the service's own. Source:
 *  conventions#reasons. */
export const between = (min: number, max: number): z.ZodInt => {
  const reason = `Must be ${min}-${max}`;
  return z.int().min(min, reason).max(max, reason);
};
