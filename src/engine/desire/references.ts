import { asRecord } from '../../model/parse.ts';
import type { Ref } from '../../model/ref.ts';
import type { Resolution, Resolved } from '../pass/resolution.ts';
import { type Draft, keyOf, lookUp, type Search, type Surroundings, TOP } from './referents.ts';

type Members = Readonly<Record<string, unknown>>;

/** A walk to where a reference stands: `top` takes what belongs to the top of the spec. */
interface Walk extends Search {
  /** The referents whose values are recorded by now. */
  readonly done: Set<string>;
  readonly draft: Draft & {
    readonly ids: Record<string, Resolved[]>;
    readonly top: Record<string, unknown>;
  };
}

/** Replaces the references of a spec by the values they point at. Never fails: what has no value is
 *  listed in `missing`. */
export function resolveReferences(
  refs: readonly Ref[],
  spec: unknown,
  around: Surroundings,
): Resolution {
  const draft: Walk['draft'] = { ids: {}, top: {}, missing: [], unresolved: {}, watched: [] };
  const counting = refs.filter(
    ({ when }) => when === undefined || asRecord(spec)[when.field] === when.is,
  );
  const resolved = counting.reduce((value, ref) => {
    const recorded = Map.groupBy(around.recorded[keyOf(ref)] ?? [], ({ name }) => name);
    return replaceAt(value, ref.path.split('.'), { ref, around, draft, recorded, done: new Set() });
  }, spec);
  const whole =
    Object.keys(draft.top).length === 0 ? resolved : { ...asRecord(resolved), ...draft.top };
  return {
    spec: whole,
    ids: draft.ids,
    missing: draft.missing,
    unresolved: draft.unresolved,
    watched: draft.watched,
  };
}

/** Walks the path (`a[].b.*.c`) and replaces the member at its end, in a copy. */
function replaceAt(value: unknown, path: readonly string[], walk: Walk): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const [segment = '', ...rest] = path;
  const step = (member: unknown): unknown => replaceAt(member, rest, walk);
  if (segment === '*')
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, step(member)]));
  const members = value as Members;
  const list = segment.endsWith('[]') ? segment.slice(0, -2) : null;
  if (list !== null) {
    const items: unknown = members[list];
    if (!Array.isArray(items)) return value;
    return rest.length === 0
      ? replaceEach(members, items, walk)
      : { ...members, [list]: items.map(step) };
  }
  if (members[segment] === undefined) return value;
  return rest.length > 0
    ? { ...members, [segment]: step(members[segment]) }
    : replaceMember(members, segment, walk);
}

/** What `into` at the top of the spec takes leaves the reference where it is: another may take more
 *  from the same referent. */
function replaceMember(members: Members, member: string, walk: Walk): unknown {
  const { [member]: reference, ...others } = members;
  const { into, by } = walk.ref;
  const atTop = into.startsWith(TOP);
  const found = lookUp(reference, walk);
  if (found === null) return atTop ? members : others;
  record(found, walk);
  const values = found.map((one) => one.value);
  if (by === 'selector') return { ...members, [into]: joined(members[into], values) };
  if (!atTop) return { ...others, [into]: values[0] };
  walk.draft.top[into.slice(TOP.length)] = values[0];
  return members;
}

/** A list of references gets a list of values beside it; those without one are left out. */
function replaceEach(members: Members, references: readonly unknown[], walk: Walk): unknown {
  const values = references.flatMap((reference) => {
    const found = lookUp(reference, walk);
    if (found === null) return [];
    record(found, walk);
    return found.map((one) => one.value);
  });
  return { ...members, [walk.ref.into]: joined(members[walk.ref.into], values) };
}

/** Records values beside those of other references of the list; one that is named twice counts
 *  once. */
function record(found: readonly Resolved[], { ref, draft, done }: Walk): void {
  const fresh = found.filter(({ name }) => !done.has(name));
  for (const { name } of fresh) done.add(name);
  const there = draft.ids[keyOf(ref)] ?? [];
  there.push(...fresh);
  draft.ids[keyOf(ref)] = there;
}

/** Values beside those that the spec names itself, or that another reference led to; each once. */
const joined = (there: unknown, values: readonly unknown[]): readonly unknown[] => [
  ...new Set([...(Array.isArray(there) ? (there as readonly unknown[]) : []), ...values]),
];
