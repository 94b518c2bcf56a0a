import type { Ref } from '../../model/kind.ts';
import type { KubeObject, ObjectName } from '../ports/cluster.ts';
import { matches, parseSelector, type Selector } from './selector.ts';

/** What a reference was resolved to: who, and the value taken. */
export interface Resolved {
  readonly name: string;
  readonly value: unknown;
}

/** A reference without a value yet: what waits for whom. */
export interface Missing {
  readonly ref: Ref;
  /** `Instance/web-1, which is not created yet`. */
  readonly for: string;
}

/** Whom an object watches: one by name, or all of a kind that a selector takes. */
export type Watched = ObjectName | { readonly kind: string; readonly namespace: string; readonly selector: Selector };

export interface Resolution {
  /** The spec with every resolved reference replaced by the field it leads to; unresolved ones are simply not there. */
  readonly spec: unknown;
  readonly ids: Readonly<Record<string, readonly Resolved[]>>;
  readonly missing: readonly Missing[];
  readonly watched: readonly Watched[];
}

/** What references are resolved against. */
export interface Surroundings {
  readonly namespace: string;
  /** True while the object is being deleted: then what was recorded counts, not what is there now. */
  readonly deleting: boolean;
  readonly recorded: Readonly<Record<string, readonly Resolved[]>>;
  readonly get: (name: ObjectName) => KubeObject | undefined;
  readonly list: (kind: string, namespace: string) => readonly KubeObject[];
}

interface Draft {
  readonly ids: Record<string, readonly Resolved[]>;
  readonly missing: Missing[];
  readonly watched: Watched[];
}

/** Replaces the references of a spec by the values they point at. Never fails: what has no value is listed in `missing`. */
export function resolveReferences(refs: readonly Ref[], spec: unknown, around: Surroundings): Resolution {
  const draft: Draft = { ids: {}, missing: [], watched: [] };
  const resolved = refs.reduce((value, ref) => replaceAt(value, ref.path.split('.'), '', ref, around, draft), spec);
  return { spec: resolved, ids: draft.ids, missing: draft.missing, watched: draft.watched };
}

/** Walks the path (`a[].b.*.c`) and replaces the member at its end, in a copy. */
function replaceAt(value: unknown, path: readonly string[], at: string, ref: Ref, around: Surroundings, draft: Draft): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const [segment = '', ...rest] = path;
  const step = (member: unknown, name: string): unknown => replaceAt(member, rest, at === '' ? name : `${at}.${name}`, ref, around, draft);
  if (segment === '*') return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, step(member, name)]));
  const members = value as Readonly<Record<string, unknown>>;
  const list = segment.endsWith('[]') ? segment.slice(0, -2) : null;
  if (list !== null) {
    const items = members[list];
    return Array.isArray(items) ? { ...members, [list]: items.map((item, i) => step(item, `${list}[${i}]`)) } : value;
  }
  if (members[segment] === undefined) return value;
  if (rest.length > 0) return { ...members, [segment]: step(members[segment], segment) };
  return replaceMember(members, segment, at === '' ? segment : `${at}.${segment}`, ref, around, draft);
}

function replaceMember(
  members: Readonly<Record<string, unknown>>,
  member: string,
  path: string,
  ref: Ref,
  around: Surroundings,
  draft: Draft,
): unknown {
  const { [member]: reference, ...others } = members;
  const found = ref.by === 'name' ? byName(reference, path, ref, around, draft) : bySelector(reference, path, ref, around, draft);
  if (found === null) return others;
  draft.ids[path] = found;
  const values = found.map((one) => one.value);
  return { ...others, [ref.into]: ref.by === 'name' ? values[0] : values };
}

function byName(reference: unknown, path: string, ref: Ref, around: Surroundings, draft: Draft): readonly Resolved[] | null {
  const name = (reference as { readonly name: string }).name;
  const target: ObjectName = { kind: ref.kind, namespace: around.namespace, name };
  draft.watched.push(target);
  const recorded = around.recorded[path]?.filter((one) => one.name === name) ?? [];
  if (around.deleting && recorded.length > 0) return recorded;
  const referent = around.get(target);
  const said = saidTwice(referent, ref);
  if (said !== undefined) {
    draft.missing.push({ ref, for: `${ref.kind}/${name}, whose own spec.${said} says the same: name it in one of both` });
    return null;
  }
  const value = valueOf(referent, ref)[0];
  if (value !== undefined && referent?.metadata.deletionTimestamp === undefined) return [{ name, value }];
  if (recorded.length > 0 && referent !== undefined) return recorded;
  draft.missing.push({ ref, for: `${ref.kind}/${name}, which ${whyNot(referent)}` });
  return null;
}

const saidTwice = (referent: KubeObject | undefined, { unless = [] }: Ref): string | undefined =>
  unless.find((member) => (referent?.spec as Readonly<Record<string, unknown>> | undefined)?.[member] !== undefined);

function whyNot(referent: KubeObject | undefined): string {
  if (referent === undefined) return 'does not exist';
  return referent.metadata.deletionTimestamp === undefined ? 'is not created yet' : 'is being deleted';
}

function bySelector(reference: unknown, path: string, ref: Ref, around: Surroundings, draft: Draft): readonly Resolved[] | null {
  const selector = parseSelector(reference);
  draft.watched.push({ kind: ref.kind, namespace: around.namespace, selector });
  const recorded = around.recorded[path] ?? [];
  if (around.deleting) return recorded;
  return around
    .list(ref.kind, around.namespace)
    .filter((object) => object.metadata.deletionTimestamp === undefined && matches(selector, object.metadata.labels ?? {}))
    .toSorted((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1))
    .flatMap((object) => {
      const name = object.metadata.name;
      const values = valueOf(object, ref);
      return values.length > 0 ? values.map((value) => ({ name, value })) : recorded.filter((one) => one.name === name);
    });
}

function valueOf(referent: KubeObject | undefined, ref: Ref): readonly unknown[] {
  const value = (referent?.status as Readonly<Record<string, unknown>> | undefined)?.[ref.take];
  return value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];
}
