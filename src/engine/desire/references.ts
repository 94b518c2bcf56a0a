import { asRecord } from '../../model/parse.ts';
import type { Ref } from '../../model/ref.ts';
import { type Draft, lookUp, type Missing, type Resolved, type Search, type Surroundings, type Watched } from './referents.ts';

export interface Resolution {
  /** The spec with every resolved reference replaced by the field it leads to; unresolved ones are not there. A list of references and a selector stay
   *  beside the values, so that a kind can tell what it is led to from what is named. */
  readonly spec: unknown;
  readonly ids: Readonly<Record<string, readonly Resolved[]>>;
  readonly missing: readonly Missing[];
  readonly watched: readonly Watched[];
}

type Members = Readonly<Record<string, unknown>>;

/** A walk to where a reference stands: `top` takes what belongs to the top of the spec. */
interface Walk extends Search {
  readonly draft: Draft & { readonly ids: Record<string, readonly Resolved[]>; readonly top: Record<string, unknown> };
}

/** Replaces the references of a spec by the values they point at. Never fails: what has no value is listed in `missing`. */
export function resolveReferences(refs: readonly Ref[], spec: unknown, around: Surroundings): Resolution {
  const draft: Walk['draft'] = { ids: {}, top: {}, missing: [], watched: [] };
  const counting = refs.filter(({ when }) => when === undefined || asRecord(spec)[when.field] === when.is);
  const resolved = counting.reduce((value, ref) => replaceAt(value, ref.path.split('.'), '', { ref, around, draft }), spec);
  const whole = Object.keys(draft.top).length === 0 ? resolved : { ...asRecord(resolved), ...draft.top };
  return { spec: whole, ids: draft.ids, missing: draft.missing, watched: draft.watched };
}

/** Walks the path (`a[].b.*.c`) and replaces the member at its end, in a copy. */
function replaceAt(value: unknown, path: readonly string[], at: string, walk: Walk): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const [segment = '', ...rest] = path;
  const below = (name: string): string => (at === '' ? name : `${at}.${name}`);
  const step = (member: unknown, name: string): unknown => replaceAt(member, rest, below(name), walk);
  if (segment === '*') return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, step(member, name)]));
  const members = value as Members;
  const list = segment.endsWith('[]') ? segment.slice(0, -2) : null;
  if (list !== null) {
    const items: unknown = members[list];
    if (!Array.isArray(items)) return value;
    if (rest.length === 0) return replaceEach(members, items, below(list), walk);
    return { ...members, [list]: items.map((item, i) => step(item, `${list}[${i}]`)) };
  }
  if (members[segment] === undefined) return value;
  if (rest.length > 0) return { ...members, [segment]: step(members[segment], segment) };
  return replaceMember(members, segment, below(segment), walk);
}

const TOP = '/';

/** What `into` at the top of the spec takes leaves the reference where it is: another may take more from the same referent. */
function replaceMember(members: Members, member: string, path: string, walk: Walk): unknown {
  const { [member]: reference, ...others } = members;
  const { into, by } = walk.ref;
  const atTop = into.startsWith(TOP);
  const key = atTop ? `${path}${into}` : path;
  const found = lookUp(reference, key, walk);
  if (found === null) return atTop ? members : others;
  walk.draft.ids[key] = found;
  const values = found.map((one) => one.value);
  if (by === 'selector') return { ...members, [into]: joined(members[into], values) };
  if (!atTop) return { ...others, [into]: values[0] };
  walk.draft.top[into.slice(TOP.length)] = values[0];
  return members;
}

/** A list of references gets a list of values beside it; those without one are left out. */
function replaceEach(members: Members, references: readonly unknown[], path: string, walk: Walk): unknown {
  const values = references.flatMap((reference, i) => {
    const key = `${path}[${i}]`;
    const found = lookUp(reference, key, walk);
    if (found === null) return [];
    walk.draft.ids[key] = found;
    return found.map((one) => one.value);
  });
  return { ...members, [walk.ref.into]: joined(members[walk.ref.into], values) };
}

/** Values beside those that the spec names itself, or that another reference led to; each once. */
const joined = (there: unknown, values: readonly unknown[]): readonly unknown[] => [
  ...new Set([...(Array.isArray(there) ? (there as readonly unknown[]) : []), ...values]),
];
