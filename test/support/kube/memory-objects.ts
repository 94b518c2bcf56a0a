import { merged } from '../../../src/kube/api/merge.ts';
import { namespacedName } from '../../../src/model/object-key.ts';

/** An object in the API. */
export interface Json {
  readonly metadata: {
    readonly name: string;
    readonly namespace: string;
    readonly uid: string;
    readonly resourceVersion: string;
    readonly generation: number;
    readonly deletionTimestamp?: string;
    readonly finalizers?: readonly string[];
    readonly [member: string]: unknown;
  };
  readonly [member: string]: unknown;
}

/** An object to write. */
export interface Draft {
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly [member: string]: unknown;
  };
  readonly [member: string]: unknown;
}

export interface Change {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly collection: string;
  readonly object: Json;
  readonly version: number;
}

/** The objects of an API server with their history, as in etcd: every change is a version; old
 *  versions can be compacted. */
export class MemoryObjects {
  readonly #objects = new Map<string, Json>();
  readonly #onChange: (change: Change) => void;
  history: Change[] = [];
  version = 100;
  /** Oldest available version. */
  compacted = 0;

  constructor(onChange: (change: Change) => void) {
    this.#onChange = onChange;
  }

  get(collection: string, namespace: string, name: string): Json | undefined {
    return this.#objects.get(`${collection}/${namespacedName({ namespace, name })}`);
  }

  list(collection: string, namespace: string | null): readonly Json[] {
    return [...this.#objects]
      .filter(
        ([key, { metadata }]) =>
          key.startsWith(`${collection}/`) &&
          (namespace === null || metadata.namespace === namespace),
      )
      .map(([, object]) => object);
  }

  /** Creates or replaces the object. */
  put(collection: string, object: Draft): Json {
    const { name, namespace = '' } = object.metadata;
    const before = this.get(collection, namespace, name);
    const version = ++this.version;
    const metadata = {
      uid: `uid-${version}`,
      generation: 1,
      creationTimestamp: '2030-01-01T00:00:00Z',
      ...object.metadata,
      namespace,
      resourceVersion: String(version),
    };
    const after: Json = { ...object, metadata };
    if (
      after.metadata.deletionTimestamp !== undefined &&
      (after.metadata.finalizers ?? []).length === 0
    )
      return this.#drop(collection, after);
    this.#objects.set(`${collection}/${namespacedName({ namespace, name })}`, after);
    this.#tell({
      type: before === undefined ? 'ADDED' : 'MODIFIED',
      collection,
      object: after,
      version,
    });
    return after;
  }

  /** Applies a merge patch; undefined when it carries another version than the object. An empty
   *  change creates no version. */
  patch(
    collection: string,
    object: Json,
    patch: Readonly<Record<string, unknown>>,
  ): Json | undefined {
    const { resourceVersion } = Object(patch['metadata']) as { readonly resourceVersion?: string };
    if (resourceVersion !== undefined && resourceVersion !== object.metadata.resourceVersion)
      return undefined;
    const after = merged(object, patch) as Json;
    return JSON.stringify(after) === JSON.stringify(object) ? object : this.put(collection, after);
  }

  /** Deletes the object, or marks it as deleted while it has a finalizer. */
  remove(collection: string, namespace: string, name: string): void {
    const object = this.get(collection, namespace, name);
    if (object === undefined) return;
    const metadata = { ...object.metadata, deletionTimestamp: '2030-01-02T00:00:00Z' };
    if ((object.metadata.finalizers ?? []).length > 0)
      this.put(collection, { ...object, metadata });
    else
      this.#drop(collection, {
        ...object,
        metadata: { ...metadata, resourceVersion: String(++this.version) },
      });
  }

  /** Drops the history: a watch from an older version must list again. */
  compact(): void {
    this.history = [];
    this.compacted = this.version;
  }

  #drop(collection: string, object: Json): Json {
    this.#objects.delete(`${collection}/${namespacedName(object.metadata)}`);
    this.#tell({ type: 'DELETED', collection, object, version: this.version });
    return object;
  }

  #tell(change: Change): void {
    this.history.push(change);
    this.#onChange(change);
  }
}
