import type { z } from 'zod';

/** A value that a schema accepted, or the path and reason of the problem. */
export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly path: string; readonly reason: string };

/** Parses a value at the boundary. @returns the path of the first problem (`.rules[2].ports`), and
 *  its reason */
export function parse<T>(schema: z.ZodType<T>, value: unknown): Parsed<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return { ok: true, value: parsed.data };
  const [first] = parsed.error.issues;
  return {
    ok: false,
    path: pathText(first?.path ?? []),
    reason: first?.message ?? 'is not readable',
  };
}

/** Formats a path: `.rules[2].ports`. */
export const pathText = (path: readonly PropertyKey[]): string =>
  path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('');

/** Returns the members of a value that an object schema declares and accepts; drops the others.
 *  Never fails. */
export function readable(schema: z.ZodObject, value: unknown): Readonly<Record<string, unknown>> {
  const members = asRecord(value);
  const accepted: Record<string, unknown> = {};
  for (const [field, one] of Object.entries(schema.shape)) {
    if (members[field] === undefined) continue;
    const parsed = one.safeParse(members[field]);
    if (parsed.success) accepted[field] = parsed.data;
  }
  return accepted;
}

/** Returns the value as a map; an empty one for any other value. */
export const asRecord = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};

/** Parses a JSON text; undefined when it is invalid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
