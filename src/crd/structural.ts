import * as z from 'zod';
import { fixUp } from './fixups.ts';
import type { Schema } from './schema.ts';

/** The structural schema of a zod object, as it is before anything is parsed. Throws where zod has
 *  no JSON schema for a part: a kind is then wrong. */
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

/** The same schema demanding nothing: a status that lacks one field must not be refused whole. What
 *  tells the members of a list apart stays required. */
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
