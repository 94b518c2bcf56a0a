import { asRecord } from '../../model/parse.ts';
import type { Ref } from '../../model/ref.ts';
import type { Missing, Resolved } from '../pass/resolution.ts';
import type { KubeObject, ObjectName } from '../ports/cluster.ts';
import type { Watched } from '../term/dependents.ts';
import { matches, parseSelector } from '../term/selector.ts';
import { beside } from './raw-ids.ts';

/** The context in which references are resolved. */
export interface Surroundings {
  readonly namespace: string;
  /** True while the object is being deleted: recorded values count then, not current ones. */
  readonly deleting: boolean;
  readonly recorded: Readonly<Record<string, readonly Resolved[]>>;
  readonly get: (name: ObjectName) => KubeObject | undefined;
  readonly list: (kind: string, namespace: string) => readonly KubeObject[];
}

/** The results of a lookup beside the values. */
export interface Draft {
  readonly missing: Missing[];
  /** The first member without a current value of each list, by the path of the list of values. */
  readonly unresolved: Record<string, string>;
  readonly watched: Watched[];
}

/** One reference of a spec and its context. */
export interface Search {
  readonly ref: Ref;
  /** Recorded values of the reference by the names of the referents. */
  readonly recorded: ReadonlyMap<string, readonly Resolved[]>;
  readonly around: Surroundings;
  readonly draft: Draft;
}

/** Returns the key under which the values of a reference are recorded, each beside the name of its
 *  referent: references of one list share it, so that an entry that is removed or moved leaves the
 *  others unchanged. */
export const keyOf = ({ path, into, take }: Ref): string => {
  if (into === undefined) return take === 'id' ? path : `${path}/${take}`;
  return into.startsWith(TOP) ? `${path}${into}` : path;
};

/** Returns the path of the list with the values of a list of references, or of a selector. */
const listOf = ({ path, into }: Ref): string =>
  into === undefined ? path.slice(0, -'[]'.length) : beside(path, into);

/** Prefix of a field at the top of the spec. */
export const TOP = '/';

/** Looks up the referents in a reference and takes their values; null where it names none. */
export const lookUp = (reference: unknown, search: Search): readonly Resolved[] | null =>
  search.ref.by === 'name' ? byName(reference, search) : bySelector(reference, search);

function byName(reference: unknown, search: Search): readonly Resolved[] | null {
  const { ref, around, draft } = search;
  const { name } = reference as { readonly name?: string };
  if (name === undefined) return null;
  const target: ObjectName = { kind: ref.kind, namespace: around.namespace, name };
  draft.watched.push(target);
  const recorded = search.recorded.get(name) ?? [];
  if (around.deleting && recorded.length > 0) return recorded;
  const referent = around.get(target);
  if (ref.path.endsWith('[]')) noteUnresolved(name, referent, search);
  const member = alsoDefinedIn(referent, ref);
  if (member !== undefined) {
    draft.missing.push({
      ref,
      for: `${ref.kind}/${name}, whose spec.${member} defines the same: define it in one of both`,
    });
    return null;
  }
  const all = valuesOf(referent, ref);
  const values = ref.all === true ? all : all.slice(0, 1);
  if (values.length > 0 && referent?.metadata.deletionTimestamp === undefined)
    return values.map((value) => ({ name, value }));
  if (recorded.length > 0 && (referent !== undefined || ref.holds === true)) return recorded;
  draft.missing.push({ ref, for: `${ref.kind}/${name}, which ${whyNot(referent)}` });
  return null;
}

const alsoDefinedIn = (
  referent: KubeObject | undefined,
  { unless = [] }: Ref,
): string | undefined =>
  unless.find(
    (path) =>
      path.split('.').reduce<unknown>((at, name) => asRecord(at)[name], referent?.spec) !==
      undefined,
  );

function whyNot(referent: KubeObject | undefined): string {
  if (referent === undefined) return 'does not exist';
  return referent.metadata.deletionTimestamp === undefined
    ? 'is not created yet'
    : 'is being deleted';
}

function bySelector(reference: unknown, search: Search): readonly Resolved[] {
  const { ref, around, draft } = search;
  const selector = parseSelector(reference);
  draft.watched.push({ kind: ref.kind, namespace: around.namespace, selector });
  if (around.deleting) return around.recorded[keyOf(ref)] ?? [];
  return around
    .list(ref.kind, around.namespace)
    .filter((object) => matches(selector, object.metadata.labels ?? {}))
    .toSorted((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1))
    .flatMap((object) => {
      const name = object.metadata.name;
      noteUnresolved(name, object, search);
      // A referent that is being deleted may exist for long: it keeps its recorded value and gets
      // no new one.
      const values = object.metadata.deletionTimestamp === undefined ? valuesOf(object, ref) : [];
      return values.length > 0
        ? values.map((value) => ({ name, value }))
        : (search.recorded.get(name) ?? []);
    });
}

/** Records a list member without a current value. A recorded value may belong to an earlier item:
 *  the cluster may have been restored from a copy older than the item. A referent that is being
 *  deleted keeps its recorded value. */
function noteUnresolved(name: string, referent: KubeObject | undefined, search: Search): void {
  const { ref, draft } = search;
  const values = valuesOf(referent, ref);
  const recorded = search.recorded.get(name)?.map(({ value }) => value) ?? [];
  const isGoing = referent?.metadata.deletionTimestamp !== undefined;
  if (values.length > 0 && (!isGoing || values.every((value) => recorded.includes(value)))) return;
  if (search.around.deleting) return;
  draft.unresolved[listOf(ref)] ??= `${ref.kind}/${name}, which ${whyNot(referent)}`;
}

/** Returns the values that a referent provides for a reference; none while it has none. */
export function valuesOf(referent: KubeObject | undefined, ref: Ref): readonly unknown[] {
  const value = (referent?.status as Readonly<Record<string, unknown>> | undefined)?.[ref.take];
  return value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];
}
