import * as z from 'zod';
import { nearest } from './nearest.ts';
import type { Read } from './request.ts';

/** An entry of a public list of the service. A list with an id that no message can repeat is
 *  unreadable. Source: catalog#catalog. */
const Entry = z.object({
  id: z.string().regex(/^[\w.:/-]{1,100}$/),
  capabilities: z.array(z.string()).optional(),
});
export type Entry = z.infer<typeof Entry>;

/** A field of the spec whose values are ids of a public list of the service. */
export interface Catalogued {
  /** Path of the field: `pools[].type`. */
  readonly field: string;
  /** Word for an entry: `region`. */
  readonly noun: string;
  /** Path of the list: `/regions`. */
  readonly path: string;
  /** The capability that an entry needs; absent: none. */
  readonly capability?: string;
  /** Start of the values that are not public, which the list may lack; absent: none. */
  readonly except?: string;
}

/** Returns the read of a public list. */
export const catalogueAt = (path: string): Read<readonly Entry[]> => ({
  path,
  schema: z.array(Entry),
  paged: true,
});

/** The largest number of entries that a message lists. */
const LISTED = 20;

/** Returns the reason, as a clause, for which the service refuses a value; null where it lists the
 *  value, with the capability. */
export function objectionTo(
  { noun, capability, except }: Catalogued,
  value: string,
  entries: readonly Entry[],
): string | null {
  if (entries.length === 0 || (except !== undefined && value.startsWith(except))) return null;
  const usable = entries
    .filter((one) => capability === undefined || one.capabilities?.includes(capability) === true)
    .map(({ id }) => id)
    .toSorted();
  if (usable.includes(value)) return null;
  const isListed = entries.some(({ id }) => id === value);
  const lacks = isListed
    ? `the ${noun} ${value} has no ${capability}`
    : `the ${noun} ${value} does not exist`;
  const close = isListed ? [] : nearest(value, usable);
  const guess = close.length === 0 ? '' : `; did you mean ${close.join(' or ')}?`;
  if (usable.length > LISTED) return `${lacks}${guess}`;
  const which = capability === undefined ? `${noun}s` : `${noun}s with ${capability}`;
  return `${lacks}${guess || ';'} ${which}: ${usable.join(', ')}`;
}

/** A value and its path: `pools[0].type`. */
export interface Placed {
  readonly path: string;
  readonly value: string;
}

/** Returns the texts at a path of a spec. */
export function textsAt(value: unknown, path: string, at = ''): readonly Placed[] {
  const [segment = '', ...rest] = path.split('.');
  const list = segment.endsWith('[]') ? segment.slice(0, -2) : null;
  const name = list ?? segment;
  const member: unknown =
    typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  const here = at === '' ? name : `${at}.${name}`;
  const members: readonly (readonly [string, unknown])[] =
    list === null
      ? [[here, member]]
      : (Array.isArray(member) ? (member as readonly unknown[]) : []).map(
          (one, i) => [`${here}[${i}]`, one] as const,
        );
  return members.flatMap(([place, one]) => {
    if (rest.length > 0) return textsAt(one, rest.join('.'), place);
    return typeof one === 'string' ? [{ path: place, value: one }] : [];
  });
}
