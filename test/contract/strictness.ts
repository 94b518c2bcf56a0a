import * as z from 'zod';
import type { Endpoint } from '../../src/api/endpoint.ts';
import { nameOf } from './endpoints.ts';
import type { FieldRow } from './facts/rows.ts';
import { placesOf } from './fields.ts';
import { accepts, core } from './schema.ts';

type Endpoints = ReadonlyMap<string, Endpoint>;

const shapeOf = (schema: z.core.$ZodType): z.core.$ZodShape => {
  const inner = core(schema);
  return inner instanceof z.ZodObject ? inner.shape : {};
};

/** Returns fields that the contract's bodies have or require beyond the rows; skips operations that
 *  are only named. */
export const strictnessProblems = (
  fields: readonly FieldRow[],
  endpoints: Endpoints,
): readonly string[] => {
  return [...endpoints.values()].flatMap((described) => {
    if (described.body === undefined || described.named === true) return [];
    const rows = fields.filter((row) =>
      placesOf(row, endpoints).some(({ schema }) => schema === described.body),
    );
    return Object.entries(shapeOf(described.body)).flatMap(([name, field]) => {
      const own = rows.filter((row) => row.field.split('.')[0] === name);
      if (own.length === 0) return [`${nameOf(described)} ${name}: is in no document`];
      return accepts(field, undefined) || own.some((row) => row.required === true)
        ? []
        : [`${nameOf(described)} ${name}: no document requires it`];
    });
  });
};
