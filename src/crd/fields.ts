import { code } from './markdown.ts';
import { gathered } from './repeated-fields.ts';
import { everySchema, type Schema } from './schema.ts';

/** A field of a schema for the reference pages. */
export interface Field {
  /** Path below `spec` or `status`: `configs[].label`. */
  readonly path: string;
  readonly type: string;
  /** Limits of the value in words; empty when there are none. */
  readonly limits: string;
  readonly description: string;
  readonly required: boolean;
}

function typeOf(schema: Schema): string {
  if (schema['x-kubernetes-int-or-string'] === true) return 'integer or string';
  if (schema.type === 'array')
    return `list of ${schema.items === undefined ? 'anything' : plural(typeOf(schema.items))}`;
  if (typeof schema.additionalProperties === 'object')
    return `map of ${plural(typeOf(schema.additionalProperties))}`;
  return schema.type ?? 'anything';
}

const plural = (type: string): string =>
  type === 'anything'
    ? type
    : type.replace(/^(list|map) of .*|^\w+/, (word, of) => `${of ?? word}s`);

const range = (low: number | undefined, high: number | undefined, of: string): string => {
  if (low === undefined && high === undefined) return '';
  if (low === undefined) return `at most ${high}${of}`;
  if (high === undefined) return `at least ${low}${of}`;
  return low === high ? `exactly ${low}${of}` : `${low} to ${high}${of}`;
};

const words = (allowed: readonly unknown[] = []): string => {
  const names = allowed.map((word) => code(String(word))).join(', ');
  return allowed.length > 1 ? `one of ${names}` : allowed.length === 1 ? `only ${names}` : '';
};

function limitsOf(schema: Schema): string {
  const own = [
    words(schema.enum),
    range(schema.minimum, schema.maximum, ''),
    range(schema.minLength, schema.maxLength, ' characters'),
    range(schema.minItems, schema.maxItems, ' members'),
    range(schema.minProperties, schema.maxProperties, ' members'),
    ...[schema.pattern, ...(schema.allOf ?? []).map(({ pattern }) => pattern)].map((p) =>
      p === undefined ? '' : `matches ${code(p)}`,
    ),
    schema.default === undefined ? '' : `default ${code(JSON.stringify(schema.default))}`,
  ].filter((limit) => limit !== '');
  const each =
    schema.items === undefined || schema.items.type === 'object' ? '' : limitsOf(schema.items);
  return [...own, ...(each === '' ? [] : [`each ${each}`])].join('; ');
}

/** Returns the fields of a schema in order; nested fields follow their parent. */
export function fieldsOf(schema: Schema): readonly Field[] {
  const schemas = everySchema(gathered(schema), '');
  const required = new Set(
    schemas.flatMap(({ path, schema: node }) =>
      (node.required ?? []).map((name) => `${path}.${name}`),
    ),
  );
  return schemas
    .filter(({ path }) => path !== '' && !/[\]}]$/.test(path))
    .map(({ path, schema: node }) => ({
      path: path.slice(1),
      type: typeOf(node),
      limits: limitsOf(node),
      description: node.description ?? '',
      required: required.has(path),
    }));
}
