import * as z from 'zod';
import { type Refusal, refuse } from '../core/reply.ts';
import { type Issue, problemOf, valueAt } from './reasons.ts';

/** A valid body, and the number of its unknown fields. */
export interface Valid {
  readonly kind: 'valid';
  readonly body: unknown;
  readonly unknownFields: number;
}

const unwrapped = (schema: z.ZodType): z.ZodType =>
  schema instanceof z.ZodOptional ||
  schema instanceof z.ZodNullable ||
  schema instanceof z.ZodDefault
    ? unwrapped(schema.unwrap() as z.ZodType)
    : schema;

const isNullList = (field: z.ZodType | undefined, value: unknown): boolean =>
  value === null &&
  field !== undefined &&
  !field.safeParse(null).success &&
  unwrapped(field) instanceof z.ZodArray;

/** Drops null lists at any depth: they count as not sent. Source: conventions#empty-values. */
const withoutNullLists = (schema: z.ZodType | undefined, value: unknown): unknown => {
  const inner = schema === undefined ? undefined : unwrapped(schema);
  if (inner instanceof z.ZodArray && Array.isArray(value))
    return value.map((item) => withoutNullLists(inner.element as z.ZodType, item));
  if (!(inner instanceof z.ZodObject) || typeof value !== 'object' || value === null) return value;
  const shape = inner.shape as Readonly<Record<string, z.ZodType>>;
  const kept = Object.entries(value).filter(([key, member]) => !isNullList(shape[key], member));
  return Object.fromEntries(
    kept.map(([key, member]) => [key, withoutNullLists(shape[key], member)]),
  );
};

const withoutUnknown = (
  body: object,
  issues: readonly Issue[],
): { readonly body: object; readonly unknownFields: number } => {
  const copy = structuredClone(body);
  let unknownFields = 0;
  for (const issue of issues) {
    if (issue.code !== 'unrecognized_keys') continue;
    const holder = valueAt(copy, issue.path);
    unknownFields += issue.keys.length;
    if (holder !== null && typeof holder === 'object')
      for (const key of issue.keys) Reflect.deleteProperty(holder, key);
  }
  return { body: copy, unknownFields };
};

/** Validates a body: drops and counts unknown fields, refuses every other mismatch field by field.
 *  Source: conventions#paths-and-bodies; conventions#errors. */
export const validate = (schema: z.ZodType, body: object): Valid | Refusal => {
  const known = withoutNullLists(schema, body) as object;
  const first = schema.safeParse(known);
  if (first.success) return { kind: 'valid', body: first.data, unknownFields: 0 };
  const pruned = withoutUnknown(known, first.error.issues);
  const second = schema.safeParse(pruned.body);
  if (second.success)
    return { kind: 'valid', body: second.data, unknownFields: pruned.unknownFields };
  return {
    kind: 'refused',
    status: 400,
    problems: second.error.issues.map((issue) => problemOf(issue, pruned.body)),
  };
};

const invalidJson = refuse('Invalid JSON');

/** A parsed body. */
export interface Parsed {
  readonly kind: 'parsed';
  readonly body: object;
}

/** Limit of nesting; no field of the service is deeper. */
const MOST_LEVELS = 64;

/** Reports whether brackets outside strings exceed the limit of nesting. */
const isTooDeep = (text: string): boolean => {
  let level = 0;
  for (const [bracket] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[{\]}]/g)) {
    if (bracket === '[' || bracket === '{') level += 1;
    else if (bracket === ']' || bracket === '}') level -= 1;
    if (level > MOST_LEVELS) return true;
  }
  return false;
};

/** Parses a body; an empty one is an empty object. Source: conventions#reasons. */
export const parseBody = (text: string, contentType: string | undefined): Parsed | Refusal => {
  if (text === '') return { kind: 'parsed', body: {} };
  if (contentType?.split(';')[0]?.trim().toLowerCase() !== 'application/json')
    return refuse('Content-Type must be application/json');
  if (isTooDeep(text)) return invalidJson;
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null && !Array.isArray(body)
      ? { kind: 'parsed', body }
      : invalidJson;
  } catch {
    return invalidJson;
  }
};
