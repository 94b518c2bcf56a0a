import * as z from 'zod';
import { fixUp } from './fixups.ts';
import type { Schema } from './schema.ts';

/** Converts a zod object to a structural schema of its input. Throws where zod has no JSON schema
 *  for a part: a fault of the kind. */
export const structural = (schema: z.ZodObject): Schema => {
  const printed: object = z.toJSONSchema(schema, {
    target: 'openapi-3.0',
    io: 'input',
    unrepresentable: 'throw',
  });
  return fixUp({ ...printed });
};

const mapKeysOf = (list: Schema | undefined): readonly string[] =>
  list?.['x-kubernetes-list-map-keys'] ?? [];

/** Removes all requirements: a status without one field must not be rejected as a whole. Keys of
 *  list members stay required. */
export function demandingNothing(schema: Schema, parent?: Schema): Schema {
  const { required: _, properties, items, additionalProperties, ...rest } = schema;
  const keys = parent?.items === schema ? mapKeysOf(parent) : [];
  return {
    ...rest,
    ...(keys.length === 0 ? {} : { required: keys }),
    ...(properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, field]) => [name, demandingNothing(field)]),
          ),
        }),
    ...(items === undefined ? {} : { items: demandingNothing(items, schema) }),
    ...(typeof additionalProperties === 'object'
      ? { additionalProperties: demandingNothing(additionalProperties) }
      : {}),
  };
}
