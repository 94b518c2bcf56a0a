import { ENDLESS, type Turns } from '../../engine/ports/turns.ts';
import type { Stored } from './objects.ts';
import {
  drop,
  type Listener,
  learn,
  lookUp,
  markReceived,
  put,
  remove,
  replaceAll,
  type Shelves,
} from './shelves.ts';

/** Copies of the objects of one type. The newest resourceVersion wins, whatever its origin, so that
 *  no older copy follows the operator's own write: neither from a lagging watch nor from a late
 *  answer after the object is gone. */
export interface Store<O> {
  get(namespace: string, name: string): O | undefined;
  list(namespace: string): readonly O[];
  all(): readonly O[];
  /** Stores a copy from an answer. */
  learn(object: O, origin: 'write' | 'read'): void;
  /** Removes an object that an answer reported as gone. `asked` is the copy at the start of the
   *  request: a newer one is another object and stays. */
  forget(namespace: string, name: string, asked: O | undefined): void;
  /** Replaces the objects of a namespace (null: of all) with a listing of this version. Yields the
   *  event loop with `turns`. Resolves when all objects are stored. */
  replace(
    namespace: string | null,
    objects: readonly O[],
    resourceVersion: string,
    turns?: Turns,
  ): Promise<void>;
  /** Applies a watch event, in order. */
  put(object: O): void;
  remove(object: O): void;
  /** Records that the watch of this namespace (null: of all) has sent everything up to this
   *  version. */
  received(namespace: string | null, resourceVersion: string): void;
}

/** @param listener must not throw
 *  @param keep returns the form of a copy to store and report, given the previous one: the same
 *  object in less memory */
export function createStore<O extends Stored>(
  listener: Listener<O>,
  keep: (before: O | undefined, after: O) => O = (_, after) => after,
): Store<O> {
  const shelves: Shelves<O> = {
    objects: new Map(),
    seenVersions: new Map(),
    ended: new Map(),
    tell: listener,
    keep,
  };
  return {
    get: (namespace, name) => lookUp(shelves, namespace, name),
    list: (namespace) => [...(shelves.objects.get(namespace)?.values() ?? [])],
    all: () => [...shelves.objects.values()].flatMap((shelf) => [...shelf.values()]),
    learn: (object, origin) => learn(shelves, object, origin),
    forget: (namespace, name, asked) =>
      void (lookUp(shelves, namespace, name) === asked && drop(shelves, namespace, name, 'read')),
    replace: (namespace, objects, resourceVersion, turns = ENDLESS) =>
      replaceAll(shelves, { namespace, objects, resourceVersion }, turns),
    put: (object) => put(shelves, object),
    remove: (object) => remove(shelves, object),
    received: (namespace, resourceVersion) => markReceived(shelves, namespace, resourceVersion),
  };
}
