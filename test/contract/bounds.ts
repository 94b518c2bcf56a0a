import type * as z from 'zod';
import { accepts, typeOf } from './schema.ts';

const dotted = (length: number): string => 'a'.repeat(length).replace(/(a{63})a/g, '$1.');

/** Returns values of one size: the value of a number, the length of a text or of an object's
 *  JSON. */
const valuesOf = (schema: z.core.$ZodType, size: number): readonly unknown[] => {
  if (typeOf(schema) === 'integer') return [size, String(size)];
  if (typeOf(schema) === 'object')
    return [{ k: 'x'.repeat(Math.max(0, size - '{"k":""}'.length)) }];
  return size < 0 ? [] : ['a'.repeat(size), dotted(size), '1'.repeat(size)];
};

const takes = (schema: z.core.$ZodType, size: number): boolean =>
  valuesOf(schema, size).some((value) => accepts(schema, value));

/** Returns the problems of a schema's bounds, checked at each bound and one beyond it. */
export const boundProblems = (
  schema: z.core.$ZodType,
  min: number | undefined,
  max: number | undefined,
): readonly string[] => [
  ...(min !== undefined && !takes(schema, min) ? [`refuses the minimum ${min}`] : []),
  ...(min !== undefined && takes(schema, min - 1)
    ? [`accepts ${min - 1}, less than the minimum ${min}`]
    : []),
  ...(max !== undefined && !takes(schema, max) ? [`refuses the maximum ${max}`] : []),
  ...(max !== undefined && takes(schema, max + 1)
    ? [`accepts ${max + 1}, more than the maximum ${max}`]
    : []),
];

/** Returns the problems of a schema's number of members; `holding` builds a value with that
 *  many. */
export const countProblems = (
  schema: z.core.$ZodType,
  holding: (count: number) => unknown,
  max: number,
): readonly string[] => [
  ...(accepts(schema, holding(max)) ? [] : [`refuses ${max}`]),
  ...(accepts(schema, holding(max + 1))
    ? [`accepts ${max + 1}, more than the maximum ${max}`]
    : []),
];
