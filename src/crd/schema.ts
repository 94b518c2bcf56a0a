/** A node of a structural schema for apiextensions v1, and of zod's output before the fix-ups. */
export interface Schema {
  readonly type?: string;
  readonly description?: string;
  readonly format?: string;
  readonly nullable?: boolean;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: boolean;
  readonly exclusiveMaximum?: boolean;
  readonly multipleOf?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly 'x-kubernetes-int-or-string'?: true;
  readonly 'x-kubernetes-preserve-unknown-fields'?: true;
  readonly 'x-kubernetes-list-type'?: 'set' | 'map' | 'atomic';
  readonly 'x-kubernetes-map-type'?: 'atomic';
  readonly 'x-kubernetes-list-map-keys'?: readonly string[];
  readonly 'x-kubernetes-validations'?: readonly Validation[];
  /** Keywords that no fix-up removed; the check reports them. */
  readonly [unknown: string]: unknown;
}

/** A CEL rule at its place in the schema. Paths begin with a dot and are relative to the node. */
export interface Validation {
  readonly rule: string;
  readonly message: string;
  readonly reason?: 'FieldValueInvalid' | 'FieldValueForbidden' | 'FieldValueRequired';
  readonly fieldPath?: string;
}

/** Removes these keywords from a node. */
export function without(schema: Schema, ...keywords: readonly string[]): Schema {
  return Object.fromEntries(
    Object.entries(schema).filter(([keyword]) => !keywords.includes(keyword)),
  );
}

/** A nested schema with its path: `spec.configs[].label`, `spec.data{}` for the values of a map. */
export interface Child {
  readonly path: string;
  readonly schema: Schema;
}

/** Returns the direct children of a node. */
function children(
  { properties, items, additionalProperties }: Schema,
  path: string,
): readonly Child[] {
  return [
    ...Object.entries(properties ?? {}).map(([name, schema]) => ({
      path: `${path}.${name}`,
      schema,
    })),
    ...(items === undefined ? [] : [{ path: `${path}[]`, schema: items }]),
    ...(typeof additionalProperties === 'object'
      ? [{ path: `${path}{}`, schema: additionalProperties }]
      : []),
  ];
}

/** Returns the node and every schema below it. */
export function everySchema(schema: Schema, path: string): readonly Child[] {
  return [
    { path, schema },
    ...children(schema, path).flatMap((child) => everySchema(child.schema, child.path)),
  ];
}
