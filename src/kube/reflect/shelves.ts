import type { Turns } from '../../engine/ports/turns.ts';
import { namespacedName } from '../../model/object-key.ts';
import { isFinal, isNewer, type Stored } from './objects.ts';

/** Origin of a copy: a listing or watch, the answer to a write, or a read of this object. */
export type Origin = 'watch' | 'write' | 'read';

/** Receives every change, with the copies before and after; undefined where there is none. */
export type Listener<O> = (before: O | undefined, after: O | undefined, origin: Origin) => void;

/** The copies of a store, with their versions. */
export interface Shelves<O> {
  readonly objects: Map<string, Map<string, O>>;
  /** Version up to which everything was received, by namespace; under `ALL` when one watch covers
   *  all. An absent object that is not newer is gone. */
  readonly seenVersions: Map<string, string>;
  /** Objects whose deletion is known from the operator's own write, before the watch reports it. */
  readonly ended: Map<string, { readonly namespace: string; readonly resourceVersion: string }>;
  readonly tell: Listener<O>;
  readonly keep: (before: O | undefined, after: O) => O;
}

const ALL = '';
const isAtMost = (a: string, b: string): boolean => !isNewer(a, b);

const version = ({ metadata }: Stored): string => metadata.resourceVersion;

const seenVersionIn = <O>({ seenVersions }: Shelves<O>, namespace: string): string =>
  seenVersions.get(ALL) ?? seenVersions.get(namespace) ?? '0';

const held = <O extends Stored>(shelves: Shelves<O>, { metadata }: O): O | undefined =>
  lookUp(shelves, metadata.namespace, metadata.name);

export function learn<O extends Stored>(
  shelves: Shelves<O>,
  object: O,
  origin: 'write' | 'read',
): void {
  const { name, namespace, resourceVersion } = object.metadata;
  const current = held(shelves, object);
  const known = current === undefined ? seenVersionIn(shelves, namespace) : version(current);
  // The answer to the removal of the last finalizer has the previous version: the deletion has a
  // version of its own, which only the watch reports.
  const isOld = isFinal(object)
    ? isNewer(known, version(object))
    : isAtMost(version(object), known);
  if (isOld || hasEnded(shelves, object)) return;
  if (!isFinal(object)) return set(shelves, object, origin);
  shelves.ended.set(namespacedName({ namespace, name }), { namespace, resourceVersion });
  drop(shelves, namespace, name, origin);
}

export function put<O extends Stored>(shelves: Shelves<O>, object: O): void {
  const current = held(shelves, object);
  const isOld = current !== undefined && isAtMost(version(object), version(current));
  if (!isOld && !hasEnded(shelves, object)) set(shelves, object, 'watch');
}

export function remove<O extends Stored>(shelves: Shelves<O>, object: O): void {
  const current = held(shelves, object);
  if (current !== undefined && isAtMost(version(current), version(object)))
    drop(shelves, object.metadata.namespace, object.metadata.name, 'watch');
}

export const lookUp = <O>(shelves: Shelves<O>, namespace: string, name: string): O | undefined =>
  shelves.objects.get(namespace)?.get(name);

function hasEnded<O extends Stored>(shelves: Shelves<O>, { metadata }: O): boolean {
  const end = shelves.ended.get(namespacedName(metadata));
  return end !== undefined && isAtMost(metadata.resourceVersion, end.resourceVersion);
}

function set<O extends Stored>(shelves: Shelves<O>, object: O, origin: Origin): void {
  const { namespace, name } = object.metadata;
  const shelf = shelves.objects.get(namespace) ?? new Map<string, O>();
  const before = shelf.get(name);
  const after = shelves.keep(before, object);
  shelves.objects.set(namespace, shelf.set(name, after));
  shelves.tell(before, after, origin);
}

export function drop<O>(
  shelves: Shelves<O>,
  namespace: string,
  name: string,
  origin: Origin,
): void {
  const shelf = shelves.objects.get(namespace);
  const before = shelf?.get(name);
  if (shelf === undefined || before === undefined) return;
  shelf.delete(name);
  if (shelf.size === 0) shelves.objects.delete(namespace);
  shelves.tell(before, undefined, origin);
}

interface Listed<O> {
  readonly namespace: string | null;
  readonly objects: readonly O[];
  readonly resourceVersion: string;
}

/** Replaces the objects with a listing. A listing older than the known version means that the
 *  cluster was restored to an earlier state: then only the listing counts, and the function does
 *  not yield. Absent objects go first, and the version counts as known from then on, so that a
 *  response during a yield does not bring them back. */
export async function replaceAll<O extends Stored>(
  shelves: Shelves<O>,
  listed: Listed<O>,
  turns: Turns,
): Promise<void> {
  const { namespace, objects, resourceVersion } = listed;
  const putBack = isNewer(shelves.seenVersions.get(namespace ?? ALL) ?? '0', resourceVersion);
  dropAbsent(shelves, listed, putBack);
  if (putBack) shelves.ended.clear();
  shelves.seenVersions.set(namespace ?? ALL, resourceVersion);
  for (const object of objects) {
    if (putBack) set(shelves, object, 'watch');
    else {
      if (turns.isOver()) await turns.rest();
      put(shelves, object);
    }
  }
  markReceived(shelves, namespace, resourceVersion);
}

function dropAbsent<O extends Stored>(
  shelves: Shelves<O>,
  { namespace, objects, resourceVersion }: Listed<O>,
  putBack: boolean,
): void {
  const names = new Set(objects.map(({ metadata }) => namespacedName(metadata)));
  const shelved =
    namespace === null
      ? [...shelves.objects.values()]
      : [shelves.objects.get(namespace) ?? new Map<string, O>()];
  for (const { metadata } of shelved.flatMap((shelf) => [...shelf.values()])) {
    const isAbsent = !names.has(namespacedName(metadata));
    if (isAbsent && (putBack || isAtMost(metadata.resourceVersion, resourceVersion)))
      drop(shelves, metadata.namespace, metadata.name, 'watch');
  }
}

export function markReceived<O>(
  shelves: Shelves<O>,
  namespace: string | null,
  resourceVersion: string,
): void {
  shelves.seenVersions.set(namespace ?? ALL, resourceVersion);
  for (const [key, end] of shelves.ended)
    if (
      (namespace === null || namespace === end.namespace) &&
      isAtMost(end.resourceVersion, resourceVersion)
    )
      shelves.ended.delete(key);
}
