import type { Schema } from '../../src/crd/schema.ts';
import { patternOf } from './cel.ts';

/** What an API server does with a value of a structural schema: it drops what the schema does not
 *  name, and refuses what does not fit. Rules of CEL stand in cel-rules.ts. */

type Members = Readonly<Record<string, unknown>>;

const isMap = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isOpen = (schema: Schema): boolean => schema['x-kubernetes-preserve-unknown-fields'] === true;

/** The schema of a member; null where the schema names none of that name. */
function memberSchema({ properties, additionalProperties }: Schema, name: string): Schema | null {
  if (properties !== undefined && Object.hasOwn(properties, name)) return properties[name] ?? null;
  return typeof additionalProperties === 'object' ? additionalProperties : null;
}

/** The value without the members that the schema does not name. */
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

/** The paths of members that the schema does not name: a strict API server refuses them. */
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

/** What does not fit the schema: a sentence each, with the path. */
export function misfits(schema: Schema, value: unknown, path: string): readonly string[] {
  if (value === null && schema.nullable === true) return [];
  // What may be anything is not looked into: it may be nested deeper than a walk can go.
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

/** The largest integer that the API server reads as one: what is beyond is a number with a fraction
 *  to it. */
const INT64 = 2 ** 63;

/** An integer whose fraction is zero is written without one. */
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

/** Lengths count characters, as the API server does. */
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

/** The end of what is said of a duplicate, which keeps no API server from looking at the rules. */
export const TWICE = ' is there twice';

/** Members of a set, and the keys of the members of a map, are there once. */
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
