import { asRecord } from '../../model/parse.ts';
import type { Ref } from '../../model/ref.ts';
import type { Resolution, Resolved } from '../pass/resolution.ts';
import { type Draft, keyOf, lookUp, type Search, type Surroundings, TOP } from './referents.ts';

type Members = Readonly<Record<string, unknown>>;

/** A walk to the place of a reference: `top` collects members for the top of the spec. */
interface Walk extends Search {
  /** Referents whose values are already recorded. */
  readonly done: Set<string>;
  readonly draft: Draft & {
    readonly ids: Record<string, Resolved[]>;
    readonly top: Record<string, unknown>;
  };
}

/** Resolves the references of a spec. Never fails: `missing` lists the references without a
 *  value. */
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

/** Walks the path (`a[].b.*.c`) and replaces the member at its end in a copy. */
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
      ? replaceEach(members, list, items, walk)
      : { ...members, [list]: items.map(step) };
  }
  if (members[segment] === undefined) return value;
  return rest.length > 0
    ? { ...members, [segment]: step(members[segment]) }
    : replaceMember(members, segment, walk);
}

/** Keeps the reference in place: another may take more from the same referent. The values of a
 *  selector stand beside it. */
function replaceMember(members: Members, member: string, walk: Walk): unknown {
  const { into, by, take } = walk.ref;
  if (into === undefined) return { ...members, [member]: withValue(members[member], walk) };
  const values = valuesFor(members[member], walk);
  if (by === 'selector') {
    const added = take === 'id' ? values.map((id) => ({ id })) : values;
    return { ...members, [into]: joined(members[into], added) };
  }
  if (values.length > 0) walk.draft.top[into.slice(TOP.length)] = values[0];
  return members;
}

/** Resolves each reference of a list in place, or collects the values in the list beside it, which
 *  omits references without a value. */
function replaceEach(
  members: Members,
  list: string,
  references: readonly unknown[],
  walk: Walk,
): unknown {
  const { into } = walk.ref;
  if (into === undefined)
    return { ...members, [list]: references.map((reference) => withValue(reference, walk)) };
  const values = references.flatMap((reference) => valuesFor(reference, walk));
  return { ...members, [into]: joined(members[into], values) };
}

/** Adds the value to a reference beside the name; leaves it as it is where there is none. */
function withValue(reference: unknown, walk: Walk): unknown {
  const [value] = valuesFor(reference, walk);
  return value === undefined ? reference : { ...asRecord(reference), [walk.ref.take]: value };
}

/** Returns and records the values of a reference; none where it names no object. */
function valuesFor(reference: unknown, walk: Walk): readonly unknown[] {
  const found = lookUp(reference, walk) ?? [];
  record(found, walk);
  return found.map(({ value }) => value);
}

/** Records values beside those of other references of the list; a referent named twice counts
 *  once. */
function record(found: readonly Resolved[], { ref, draft, done }: Walk): void {
  const fresh = found.filter(({ name }) => !done.has(name));
  for (const { name } of fresh) done.add(name);
  const there = draft.ids[keyOf(ref)] ?? [];
  there.push(...fresh);
  draft.ids[keyOf(ref)] = there;
}

/** Joins values with those that the spec names or another reference resolved to, without
 *  duplicates. */
const joined = (there: unknown, values: readonly unknown[]): readonly unknown[] => [
  ...new Set([...(Array.isArray(there) ? (there as readonly unknown[]) : []), ...values]),
];
