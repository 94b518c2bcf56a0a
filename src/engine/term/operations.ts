import { formatKey, type ObjectKey } from '../../model/object-key.ts';
import type { Cluster, KubeObject, ObjectName } from '../ports/cluster.ts';
import { isFinished, type Operation, readOperation } from './operation.ts';

/** An unfinished Operation. */
export interface OpenOperation extends ObjectName {
  readonly uid: string;
  /** Creation time (milliseconds). */
  readonly at: number;
}

const NONE: readonly OpenOperation[] = [];

/** Indexes the unfinished Operations by target, so that thousands of them on one object cost each
 *  other nothing. The store contains the objects themselves. */
export class Operations {
  /** Oldest first. */
  readonly #byTarget = new Map<ObjectKey, OpenOperation[]>();

  /** Records a created, changed or deleted Operation (`after` undefined). Its target never
   *  changes. */
  note(before: KubeObject | undefined, after: KubeObject | undefined): void {
    const [was, is] = [before, after].map((one) => (one === undefined ? null : readOperation(one)));
    if (was !== null && was !== undefined) this.#remove(was);
    if (is !== null && is !== undefined && !isFinished(is)) this.#insert(is);
  }

  /** Returns the unfinished Operations on an object, oldest first. */
  on(target: ObjectName): readonly OpenOperation[] {
    return this.#byTarget.get(formatKey(target)) ?? NONE;
  }

  /** Returns the oldest unfinished Operation on an object that fulfills the condition. */
  first(
    target: ObjectName,
    cluster: Pick<Cluster, 'get'>,
    fulfills: (operation: Operation) => boolean,
  ): Operation | null {
    for (const name of this.on(target)) {
      const object = cluster.get(name);
      const operation = object === undefined ? null : readOperation(object);
      if (operation !== null && !isFinished(operation) && fulfills(operation)) return operation;
    }
    return null;
  }

  #insert({ object, uid, target }: Operation): void {
    const { kind, metadata } = object;
    const { namespace, name, creationTimestamp } = metadata;
    const one = { kind, namespace, name, uid, at: Date.parse(creationTimestamp) };
    const key = formatKey(target);
    const open = this.#byTarget.get(key) ?? [];
    const last = open.findLastIndex((other) => isBefore(other, one));
    open.splice(last + 1, 0, one);
    this.#byTarget.set(key, open);
  }

  #remove({ uid, target }: Operation): void {
    const key = formatKey(target);
    const open = this.#byTarget.get(key) ?? [];
    const at = open.findIndex((one) => one.uid === uid);
    if (at >= 0) open.splice(at, 1);
    if (open.length === 0) this.#byTarget.delete(key);
  }
}

const isBefore = (a: OpenOperation, b: OpenOperation): boolean =>
  a.at < b.at || (a.at === b.at && a.name < b.name);
