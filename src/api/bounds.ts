import * as z from 'zod';

/** An integer in an address: only digits. */
export const Digits = z.string().regex(/^\d+$/, 'Must be an integer').transform(Number);

/** Builds a text of `min` to `max` characters; the refusal has the service's own words. Source:
 *  conventions#reasons. */
export const text = (min: number, max: number): z.ZodString => {
  const reason = `Length must be ${min}-${max} characters`;
  return z.string().min(min, reason).max(max, reason);
};

/** Builds an integer from `min` to `max`, both included; the refusal has the service's own words.
 *  Source: conventions#reasons. */
export const between = (min: number, max: number): z.ZodInt => {
  const reason = `Must be ${min}-${max}`;
  return z.int().min(min, reason).max(max, reason);
};
