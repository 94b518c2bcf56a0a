import { type Schema, without } from './schema.ts';

/** One difference between zod's JSON schema and a structural schema. `apply` receives a node with
 *  fixed children, and changes nothing else. */
export interface FixUp {
  readonly why: string;
  readonly apply: (schema: Schema) => Schema;
}

/** The formats that the API server knows and zod writes too; it warns about others. */
export const KNOWN_FORMATS: readonly string[] = [
  'int32',
  'int64',
  'date',
  'date-time',
  'email',
  'ipv4',
  'ipv6',
  'uri',
  'uuid',
];

const isEmpty = (schema: Schema | boolean | undefined): boolean =>
  typeof schema === 'object' && Object.keys(schema).length === 0;

const PRESERVE = { 'x-kubernetes-preserve-unknown-fields': true } as const;
const isOpaque = (schema: Schema | boolean | undefined): boolean =>
  typeof schema === 'object' && schema['x-kubernetes-preserve-unknown-fields'] === true;

const membersOf = (schema: Schema): readonly Schema[] =>
  Array.isArray(schema['anyOf']) ? schema['anyOf'] : [];

/** Converts a union of integer and string, in either order; their limits apply only to values of
 *  their own type. */
function intOrString(schema: Schema): Schema {
  const members = membersOf(schema);
  const types = members.map(({ type }) => type).join();
  if (types !== 'integer,string' && types !== 'string,integer') return schema;
  const limits = members.map((member) => without(member, 'type', 'format'));
  return {
    ...without(schema, 'anyOf'),
    ...limits[0],
    ...limits[1],
    'x-kubernetes-int-or-string': true,
  };
}

/** The fix-ups in the order of their application. */
export const FIX_UPS: Readonly<Record<string, FixUp>> = {
  'no annotations': {
    why: 'the API server knows no titles, examples or encodings',
    apply: (schema) => without(schema, 'title', 'examples', 'contentEncoding', 'contentMediaType'),
  },
  'closed objects': {
    why: 'an object with named fields is closed anyway: what it does not name is refused or pruned',
    apply: (schema) =>
      schema.additionalProperties === false ? without(schema, 'additionalProperties') : schema,
  },
  'empty properties': {
    why: 'an object that names no field has no properties to list',
    apply: (schema) => (isEmpty(schema.properties) ? without(schema, 'properties') : schema),
  },
  anything: {
    why: 'a value of any type must be said to be one',
    apply: (schema) =>
      isEmpty(without(schema, 'description')) ? { ...schema, ...PRESERVE } : schema,
  },
  'open objects': {
    why: 'an object with any further fields keeps them only when told to',
    apply: (schema) =>
      isOpaque(schema.additionalProperties)
        ? { ...without(schema, 'additionalProperties'), ...PRESERVE }
        : schema,
  },
  'int or string': {
    why: 'the one union that a structural schema can say has a word of its own',
    apply: intOrString,
  },
  'safe integers': {
    why: "zod's bounds of an integer are those of JavaScript; the API server's are said by the format",
    apply: (schema) => {
      if (schema.type !== 'integer') return schema;
      const unbounded = [
        ...(schema.minimum === Number.MIN_SAFE_INTEGER ? ['minimum'] : []),
        ...(schema.maximum === Number.MAX_SAFE_INTEGER ? ['maximum'] : []),
      ];
      return { ...without(schema, ...unbounded), format: 'int64' };
    },
  },
  'several patterns': {
    why: 'what stands under allOf may limit a value, not type it',
    apply: (schema) =>
      schema.allOf === undefined
        ? schema
        : { ...schema, allOf: schema.allOf.map((part) => without(part, 'type')) },
  },
  'foreign formats': {
    why: 'a format that the API server does not know limits nothing; the pattern beside it does',
    apply: (schema) =>
      schema.format === undefined ||
      KNOWN_FORMATS.includes(schema.format) ||
      schema.pattern === undefined
        ? schema
        : without(schema, 'format'),
  },
};

const mapValues = (
  record: Readonly<Record<string, Schema>>,
  change: (schema: Schema) => Schema,
): Readonly<Record<string, Schema>> =>
  Object.fromEntries(Object.entries(record).map(([name, schema]) => [name, change(schema)]));

/** Converts zod's output to a structural schema: applies all fix-ups to every node, innermost
 *  first. */
export function fixUp(printed: Schema): Schema {
  const { properties, items, additionalProperties } = printed;
  const inner: Schema = {
    ...printed,
    ...(properties === undefined ? {} : { properties: mapValues(properties, fixUp) }),
    ...(items === undefined ? {} : { items: fixUp(items) }),
    ...(printed['anyOf'] === undefined ? {} : { anyOf: membersOf(printed).map(fixUp) }),
    ...(typeof additionalProperties === 'object'
      ? { additionalProperties: fixUp(additionalProperties) }
      : {}),
  };
  return Object.values(FIX_UPS).reduce((schema, { apply }) => apply(schema), inner);
}
