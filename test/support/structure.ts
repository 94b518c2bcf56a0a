import type { Schema } from '../../src/crd/schema.ts';
import { patternOf } from './cel.ts';

/** Validates a value by a structural schema as an API server does: prunes unknown members, and
 *  rejects mismatches. CEL rules are in cel-rules.ts. */

type Members = Readonly<Record<string, unknown>>;

const isMap = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isOpen = (schema: Schema): boolean => schema['x-kubernetes-preserve-unknown-fields'] === true;

/** Returns the schema of a member; null for an unknown name. */
function memberSchema({ properties, additionalProperties }: Schema, name: string): Schema | null {
  if (properties !== undefined && Object.hasOwn(properties, name)) return properties[name] ?? null;
  return typeof additionalProperties === 'object' ? additionalProperties : null;
}

/** Returns the value without unknown members. */
export function pruned(schema: Schema, value: unknown): unknown {
  if (Array.isArray(value))
    return schema.items === undefined ? value : value.map((one) => pruned(schema.items ?? {}, one));
  if (!isMap(value)) return value;
  const members = Object.entries(value).flatMap(([name, member]) => {
    const inner = memberSchema(schema, name);
    if (inner !== null) return [[name, pruned(inner, member)] as const];
    return isOpen(schema) || schema.additionalProperties === true ? [[name, member] as const] : [];
  });
  return Object.fromEntries(members);
}

/** Returns the paths of unknown members, which a strict API server rejects. */
export function strangers(schema: Schema, value: unknown, path: string): readonly string[] {
  if (Array.isArray(value))
    return value.flatMap((one, i) => strangers(schema.items ?? {}, one, `${path}[${i}]`));
  if (!isMap(value) || isOpen(schema) || schema.additionalProperties === true) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const inner = memberSchema(schema, name);
    return inner === null ? [`${path}.${name}`] : strangers(inner, member, `${path}.${name}`);
  });
}

const PRESERVED = 'x-kubernetes-preserve-unknown-fields';

/** Returns the mismatches with the schema as sentences with paths. */
export function misfits(schema: Schema, value: unknown, path: string): readonly string[] {
  if (value === null && schema.nullable === true) return [];
  // Skips values of any type, which may be too deep to walk.
  if (Object.keys(schema).every((word) => word === 'description' || word === PRESERVED)) return [];
  const wrong = typeMisfit(schema, value);
  if (wrong !== null) return [`${path}: ${wrong}`];
  const own = limitsBroken(schema, value).map((why) => `${path}: ${why}`);
  if (Array.isArray(value)) {
    return [
      ...own,
      ...listMisfits(schema, value, path),
      ...value.flatMap((one, i) => misfits(schema.items ?? {}, one, `${path}[${i}]`)),
    ];
  }
  if (!isMap(value)) return own;
  const missing = (schema.required ?? [])
    .filter((name) => value[name] === undefined)
    .map((name) => `${path}.${name}: required`);
  const isTooMany = Object.keys(value).length > (schema.maxProperties ?? Infinity);
  const crowd = isTooMany ? [`${path}: more than ${schema.maxProperties} members`] : [];
  const inside = Object.entries(value).flatMap(([name, member]) =>
    misfits(memberSchema(schema, name) ?? {}, member, `${path}.${name}`),
  );
  return [...own, ...crowd, ...missing, ...inside];
}

/** Upper bound of integers for the API server: larger ones are floating-point numbers. */
const INT64 = 2 ** 63;

/** Reports an integer; one with a zero fraction is written without it. */
const isInteger = (value: unknown): boolean =>
  Number.isInteger(value) && Math.abs(value as number) < INT64;

const IS: Readonly<Record<string, (value: unknown) => boolean>> = {
  integer: isInteger,
  number: (value) => Number.isFinite(value),
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  array: Array.isArray,
  object: isMap,
};

function typeMisfit(
  { type, 'x-kubernetes-int-or-string': either }: Schema,
  value: unknown,
): string | null {
  const fits =
    either === true
      ? isInteger(value) || typeof value === 'string'
      : type === undefined || IS[type]?.(value) === true;
  return fits ? null : `${JSON.stringify(value)} is no ${type ?? 'integer or string'}`;
}

const RFC_3339 = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/;

const patterns = new Map<string, RegExp>();

function patternMisfits({ pattern, allOf = [] }: Schema, value: unknown): readonly string[] {
  if (typeof value !== 'string') return [];
  return [pattern, ...allOf.map((one) => one.pattern)].flatMap((source) => {
    if (source === undefined) return [];
    const known = patterns.get(source) ?? patternOf(source);
    patterns.set(source, known);
    return known.test(value) ? [] : [`${JSON.stringify(value)} does not match ${source}`];
  });
}

/** Checks limits; lengths count characters, as in the API server. */
function limitsBroken(schema: Schema, value: unknown): readonly string[] {
  const size =
    typeof value === 'string' ? Array.from(value).length : Array.isArray(value) ? value.length : 0;
  const [least, most] =
    typeof value === 'string'
      ? [schema.minLength, schema.maxLength]
      : [schema.minItems, schema.maxItems];
  const isOutside =
    typeof value === 'number' &&
    (value < (schema.minimum ?? -Infinity) || value > (schema.maximum ?? Infinity));
  return [
    ...(size < (least ?? 0) ? [`shorter than ${least}`] : []),
    ...(size > (most ?? Infinity) ? [`longer than ${most}`] : []),
    ...(isOutside ? [`${value} is outside of its range`] : []),
    ...(schema.format === 'date-time' && typeof value === 'string' && !RFC_3339.test(value)
      ? [`${JSON.stringify(value)} is no date-time`]
      : []),
    ...patternMisfits(schema, value),
    ...(schema.enum !== undefined && !schema.enum.includes(value)
      ? [`${JSON.stringify(value)} is none of ${schema.enum.join(', ')}`]
      : []),
  ];
}

/** End of the message about a duplicate, which does not prevent the evaluation of rules. */
export const TWICE = ' is there twice';

/** Reports duplicates in sets and in the keys of lists by key. */
function listMisfits(schema: Schema, list: readonly unknown[], path: string): readonly string[] {
  const type = schema['x-kubernetes-list-type'];
  if (type !== 'set' && type !== 'map') return [];
  const keys = schema['x-kubernetes-list-map-keys'] ?? [];
  const names = list.map((one) =>
    JSON.stringify(type === 'set' ? one : keys.map((key) => (isMap(one) ? one[key] : undefined))),
  );
  return names
    .filter((name, i) => names.indexOf(name) !== i)
    .map((name) => `${path}: ${name}${TWICE}`);
}
