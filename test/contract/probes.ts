import { isDeepStrictEqual } from 'node:util';
import type * as z from 'zod';
import { boundProblems, countProblems } from './bounds.ts';

/** Checks the contract against the numbers of a row of limits. */
export type Probe = (numbers: readonly number[]) => readonly string[];

/** Checks both bounds of the schemas. */
export const range =
  (...schemas: readonly z.core.$ZodType[]): Probe =>
  ([min, max]) =>
    schemas.flatMap((schema) => boundProblems(schema, min, max));

/** Checks the maximum of the schemas. */
export const upTo =
  (...schemas: readonly z.core.$ZodType[]): Probe =>
  ([max]) =>
    schemas.flatMap((schema) => boundProblems(schema, undefined, max));

/** Checks the number of members of a value that `holding` builds. */
export const count =
  (schema: z.core.$ZodType, holding: (count: number) => unknown): Probe =>
  ([max = 0]) =>
    countProblems(schema, holding, max);

/** Repeats an item. */
export const times = <Item>(length: number, item: Item): readonly Item[] =>
  Array.from({ length }, () => item);

/** Checks the length of a list of this item. */
export const items = (schema: z.core.$ZodType, item: unknown): Probe =>
  count(schema, (length) => times(length, item));

/** Checks that the constants equal the numbers. */
export const stated =
  (...constants: readonly unknown[]): Probe =>
  (numbers) =>
    isDeepStrictEqual(constants, numbers)
      ? []
      : [`states ${constants.join(', ')}, not ${numbers.join(', ')}`];

/** Joins the problems of several checks. */
export const all =
  (...probes: readonly Probe[]): Probe =>
  (numbers) =>
    probes.flatMap((probe) => probe(numbers));
