import type { z } from 'zod';

/** A value that a schema accepted, or where it does not and why. */
export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly path: string; readonly reason: string };

/** Parses a value at the border. @returns the path of the first problem as people write it
 *  (`.rules[2].ports`), and what is wrong there */
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

/** A path as people write it: `.rules[2].ports`. */
export const pathText = (path: readonly PropertyKey[]): string =>
  path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('');

/** The members of a value that an object schema knows and whose content it accepts; the others are
 *  dropped. Never fails. */
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

/** The value as a map; an empty one when it is none. */
export const asRecord = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};

/** The value of a JSON text; undefined when it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
