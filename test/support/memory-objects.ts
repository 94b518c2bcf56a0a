import type { Home, KubeObject, ObjectName } from '../../src/engine/ports/cluster.ts';
import { formatKey, type ObjectKey } from '../../src/model/object-key.ts';
import { newObject } from './new-object.ts';
import { annotated, beingDeleted, edited } from './object-edits.ts';

type Listener = (before: KubeObject | undefined, after: KubeObject | undefined) => void;

/** The objects of a cluster in memory, with users' actions: resourceVersions, generations,
 *  finalizers. */
export class MemoryObjects {
  readonly #objects: Map<ObjectKey, KubeObject>;
  readonly #spoilt = new WeakSet<object>();
  readonly #everSpoilt = new Set<string>();
  readonly #listeners: Listener[] = [];
  readonly #now: () => number;
  /** Four digits in every uid that distinguish clusters. */
  readonly realm: string;
  #version: number;
  #uids: number;

  /** @param like objects to copy   @param realm four digits of every uid that distinguish
   *  clusters */
  constructor(now: () => number, like?: MemoryObjects, realm = '8000') {
    this.#now = now;
    this.realm = realm;
    this.#objects = new Map(like === undefined ? [] : like.#objects);
    [this.#version, this.#uids] = like === undefined ? [1, 0] : [like.#version, like.#uids];
  }

  /** Returns the uid of each namespace. */
  homeUid(): string {
    return `00000000-0000-4000-${this.realm}-000000009999`;
  }

  home(_namespace: string): Home | null {
    return null;
  }

  uid(): string {
    return `00000000-0000-4000-${this.realm}-000000000000`;
  }

  /** Reports every change, as a watch does; returns the function that stops it. */
  listen(listener: Listener): () => void {
    this.#listeners.push(listener);
    return () => this.#listeners.splice(this.#listeners.indexOf(listener), 1);
  }

  /** Applies a manifest: creates the object, or replaces spec, labels and annotations. */
  apply(
    name: ObjectName,
    spec: object,
    metadata: Partial<KubeObject['metadata']> = {},
  ): KubeObject {
    const there = this.#objects.get(formatKey(name));
    if (there === undefined) {
      this.#uids++;
      const uid = `00000000-0000-4000-${this.realm}-${String(this.#uids).padStart(12, '0')}`;
      return this.put(
        undefined,
        newObject(name, spec, {
          uid,
          creationTimestamp: new Date(this.#now()).toISOString(),
          ...metadata,
        }),
      );
    }
    return this.put(there, edited(there, spec, metadata));
  }

  annotate(name: ObjectName, annotations: Readonly<Record<string, string>>): void {
    const there = this.#objects.get(formatKey(name));
    if (there === undefined) throw new Error(`no ${formatKey(name)}`);
    this.put(there, annotated(there, annotations));
  }

  /** Writes the whole status without a lock, as another writer would. */
  spoil(name: ObjectName, status: unknown): void {
    const there = this.#objects.get(formatKey(name));
    if (there === undefined) return;
    if (typeof status === 'object' && status !== null) this.#spoilt.add(status);
    this.#everSpoilt.add(there.metadata.uid);
    this.put(there, { ...there, status });
  }

  /** Reports whether the status of an object is as another writer left it. */
  isSpoilt({ status }: KubeObject): boolean {
    return typeof status === 'object' && status !== null && this.#spoilt.has(status);
  }

  /** Uids of objects that were lost with the data of the cluster. */
  readonly forgotten = new Set<string>();

  /** Removes an object despite its finalizers, as a loss of data does. */
  forget(name: ObjectName): void {
    const there = this.#objects.get(formatKey(name));
    if (there === undefined) return;
    this.forgotten.add(there.metadata.uid);
    this.#objects.delete(formatKey(name));
    for (const listener of this.#listeners) listener(there, undefined);
  }

  /** Reports whether another writer ever changed the status of an object. */
  wasSpoilt({ metadata }: KubeObject): boolean {
    return this.#everSpoilt.has(metadata.uid);
  }

  /** Restores a copy of etcd: objects have the uids and versions of the copy, whose version
   *  sequence continues. Objects missing in the copy are lost. Uids are never reused. */
  putBack(copy: MemoryObjects): void {
    for (const [id, there] of this.#objects) {
      if (copy.#objects.get(id)?.metadata.uid !== there.metadata.uid)
        this.forgotten.add(there.metadata.uid);
      if (copy.#objects.has(id)) continue;
      this.#objects.delete(id);
      for (const listener of this.#listeners) listener(there, undefined);
    }
    for (const [id, back] of copy.#objects) {
      const before = this.#objects.get(id);
      this.forgotten.delete(back.metadata.uid);
      this.#objects.set(id, back);
      if (before !== back) for (const listener of this.#listeners) listener(before, back);
    }
    this.#version = copy.#version;
  }

  delete(name: ObjectName): void {
    const there = this.#objects.get(formatKey(name));
    if (there === undefined) return;
    this.put(there, beingDeleted(there, this.#now()));
  }

  get(name: ObjectName): KubeObject | undefined {
    return this.#objects.get(formatKey(name));
  }

  list(kind: string, namespace: string): readonly KubeObject[] {
    return this.all(kind).filter((object) => object.metadata.namespace === namespace);
  }

  all(kind: string): readonly KubeObject[] {
    return [...this.#objects.values()].filter((object) => object.kind === kind);
  }

  /** Returns the objects of all kinds. */
  everything(): readonly KubeObject[] {
    return [...this.#objects.values()];
  }

  /** Stores a copy under a new version and reports it; removes a deleted one without finalizers. */
  protected put(before: KubeObject | undefined, after: KubeObject): KubeObject {
    this.#version++;
    const stored = {
      ...after,
      metadata: { ...after.metadata, resourceVersion: String(this.#version) },
    };
    const id = formatKey({
      kind: after.kind,
      namespace: after.metadata.namespace,
      name: after.metadata.name,
    });
    const gone =
      stored.metadata.deletionTimestamp !== undefined &&
      (stored.metadata.finalizers ?? []).length === 0;
    if (gone) this.#objects.delete(id);
    else this.#objects.set(id, stored);
    for (const listener of this.#listeners) listener(before, gone ? undefined : stored);
    return stored;
  }
}
