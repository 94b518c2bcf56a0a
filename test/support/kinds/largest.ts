import fc from 'fast-check';
import * as z from 'zod';
import { arbitraryOf } from './arbitrary.ts';

type Zod = z.core.$ZodType;

/** Size where a schema has no limit. */
const UNLIMITED = 1_000;

/** Returns the longest of several samples, for a text with a pattern. */
const longestText = (schema: z.ZodString): unknown =>
  fc
    .sample(arbitraryOf(schema) as fc.Arbitrary<string>, { seed: 1, numRuns: 50 })
    .toSorted((a, b) => b.length - a.length)
    .at(0);

function textOf(schema: z.ZodString): unknown {
  const text = '\u017e'.repeat(schema.maxLength ?? UNLIMITED);
  return schema.safeParse(text).success ? text : longestText(schema);
}

function arrayOf(schema: z.ZodArray): readonly unknown[] {
  const most = (schema._zod.def.checks ?? []).flatMap(({ _zod: { def } }) =>
    'maximum' in def ? [Number(def.maximum)] : [],
  );
  const element = largestOf(schema.element);
  return Array.from({ length: Math.min(UNLIMITED, ...most) }, () => element);
}

/** Returns the largest value that a schema accepts within its limits: every field, full arrays,
 *  long texts. Throws for an unknown schema. */
export function largestOf(schema: Zod): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return largestOf(schema.unwrap());
  if (schema instanceof z.ZodString) return textOf(schema);
  if (schema instanceof z.ZodArray) return arrayOf(schema);
  if (schema instanceof z.ZodObject)
    return Object.fromEntries(
      Object.entries<Zod>(schema.shape).map(([name, field]) => [name, largestOf(field)]),
    );
  if (schema instanceof z.ZodRecord)
    return Object.fromEntries(
      Array.from({ length: 100 }, (_, at) => [`l${at}`, largestOf(schema.valueType)]),
    );
  return fc.sample(arbitraryOf(schema), { seed: 1, numRuns: 1 }).at(0);
}
