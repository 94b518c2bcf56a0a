import { z } from 'zod';
import { canonicalText } from './fingerprint.ts';

const TYPE = 'x-kubernetes-list-type';
const KEYS = 'x-kubernetes-list-map-keys';

/** Marks a list of unique scalars without an order. */
export const setOf = <T extends z.ZodArray>(list: T): T => list.meta({ [TYPE]: 'set' });

/** Marks a list whose members are identified by these required keys. */
export const mapBy = <T extends z.ZodArray>(list: T, ...keys: readonly string[]): T =>
  list.meta({ [TYPE]: 'map', [KEYS]: keys });

/** Marks a list of objects without a key, with a single owner: the API server merges only sets of
 *  scalars, and rejects server-side apply of an object that contains a set of objects. */
export const asWhole = <T extends z.ZodArray>(list: T): T => list.meta({ [TYPE]: 'atomic' });

/** Marks a list with a significant order, with a single owner. */
export const inOrder = <T extends z.ZodArray>(list: T): T => list.meta({ [TYPE]: 'atomic' });

const inner = (schema: z.core.$ZodType): z.core.$ZodType =>
  schema instanceof z.ZodOptional ? inner(schema.unwrap()) : schema;

/** Returns the function that identifies a member of a list; null where members may be equal. */
function identityIn(list: z.ZodArray): ((member: unknown) => string) | null {
  const { [TYPE]: type, [KEYS]: keys } = list.meta() ?? {};
  if (type === 'set') return canonicalText;
  return Array.isArray(keys)
    ? (member) => canonicalText(keys.map((key) => Object(member)[String(key)] ?? null))
    : null;
}

const holding = new WeakMap<z.core.$ZodType, boolean>();

/** Reports whether values of a schema contain a list without duplicates, at any depth. */
function holdsSets(schema: z.core.$ZodType): boolean {
  const known = holding.get(schema);
  if (known !== undefined) return known;
  const at = inner(schema);
  const found =
    at instanceof z.ZodArray
      ? identityIn(at) !== null || holdsSets(at.element)
      : at instanceof z.ZodObject
        ? Object.values<z.core.$ZodType>(at.shape).some(holdsSets)
        : at instanceof z.ZodRecord && holdsSets(at.valueType);
  holding.set(schema, found);
  return found;
}

/** Removes duplicates from the sets and keyed lists of a value; keeps the first. The API server
 *  would reject a whole status for a duplicate. */
export const distinct = <T>(schema: z.core.$ZodType, value: T): T => once(schema, value) as T;

function once(schema: z.core.$ZodType, value: unknown): unknown {
  if (!holdsSets(schema)) return value;
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
