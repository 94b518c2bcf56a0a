import { z } from 'zod';
import { canonicalText } from './fingerprint.ts';

const TYPE = 'x-kubernetes-list-type';
const KEYS = 'x-kubernetes-list-map-keys';

/** A list of scalars whose order means nothing, each of which is there once. */
export const setOf = <T extends z.ZodArray>(list: T): T => list.meta({ [TYPE]: 'set' });

/** A list whose members are told apart by these of their members, which are required. */
export const mapBy = <T extends z.ZodArray>(list: T, ...keys: readonly string[]): T =>
  list.meta({ [TYPE]: 'map', [KEYS]: keys });

/** A list of objects without a key. It has one owner: the API server merges sets of scalars only,
 *  and refuses server-side apply of an object that has a set of objects anywhere. */
export const asWhole = <T extends z.ZodArray>(list: T): T => list.meta({ [TYPE]: 'atomic' });

/** A list whose order is its meaning: it has one owner. */
export const inOrder = <T extends z.ZodArray>(list: T): T => list.meta({ [TYPE]: 'atomic' });

const inner = (schema: z.core.$ZodType): z.core.$ZodType =>
  schema instanceof z.ZodOptional ? inner(schema.unwrap()) : schema;

/** The text that tells a member of a list apart; null where all of them may be alike. */
function identityIn(list: z.ZodArray): ((member: unknown) => string) | null {
  const { [TYPE]: type, [KEYS]: keys } = list.meta() ?? {};
  if (type === 'set') return canonicalText;
  return Array.isArray(keys)
    ? (member) => canonicalText(keys.map((key) => Object(member)[String(key)] ?? null))
    : null;
}

/** The value with each member of its sets, and each key of its lists by key, once: the first of
 *  them stays. The API server would refuse a whole status for one that is there twice. */
export const distinct = <T>(schema: z.core.$ZodType, value: T): T => once(schema, value) as T;

function once(schema: z.core.$ZodType, value: unknown): unknown {
  const at = inner(schema);
  if (at instanceof z.ZodArray && Array.isArray(value)) {
    const identity = identityIn(at);
    const members = value.map((member) => once(at.element, member));
    if (identity === null) return members;
    const names = new Set<string>();
    return members.filter((member) => {
      const name = identity(member);
      return !names.has(name) && names.add(name) !== undefined;
    });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const schemaOf = (name: string): z.core.$ZodType | undefined =>
    at instanceof z.ZodObject
      ? at.shape[name]
      : at instanceof z.ZodRecord
        ? at.valueType
        : undefined;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const one = schemaOf(name);
      return [name, one === undefined ? member : once(one, member)];
    }),
  );
}
