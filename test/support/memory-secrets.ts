import type {
  KubeFailure,
  SecretDraft,
  SecretMetadata,
  SecretRecord,
} from '../../src/engine/ports/cluster.ts';
import { fail, ok, type Result } from '../../src/model/failure.ts';
import { type CustodyMarks, SECRET_LABEL } from '../../src/model/group.ts';
import { namespacedName } from '../../src/model/object-key.ts';
import { ownersOf, withMetadata } from './secret-edits.ts';

type Listener = (namespace: string, name: string) => void;

/** The label of a Secret with a credential. */
export const CREDENTIAL = { [SECRET_LABEL.credentials]: 'true' };

/** The Secrets of a cluster in memory. */
export class MemorySecrets {
  #secrets: Map<string, SecretRecord>;
  readonly #listeners = new Set<Listener>();
  #version: number;

  /** @param like Secrets to copy */
  constructor(like?: MemorySecrets) {
    this.#secrets = new Map(like === undefined ? [] : like.#secrets);
    this.#version = like === undefined ? 1 : like.#version;
  }

  /** Restores a copy. */
  putBack(copy: MemorySecrets): void {
    this.#secrets = new Map(copy.#secrets);
    this.#version = copy.#version;
  }

  get(namespace: string, name: string): SecretRecord | undefined {
    return this.#secrets.get(namespacedName({ namespace, name }));
  }

  /** Reports changes of a Secret by others; returns the function that stops it. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Applies a Secret as a user would; keeps finalizers. */
  apply(
    namespace: string,
    name: string,
    contents: SecretRecord['contents'],
    labels: SecretRecord['labels'] = {},
    type = 'Opaque',
  ): SecretRecord {
    const stored = this.#set(namespace, name, contents, labels, type);
    this.#tell(namespace, name);
    return stored;
  }

  /** Deletes a Secret as a user would: it stays while it has a finalizer. */
  delete(namespace: string, name: string): void {
    const there = this.get(namespace, name);
    if (there !== undefined) this.#put({ ...there, deleting: true });
    this.#tell(namespace, name);
  }

  /** Changes labels as a user would; null removes one. */
  label(namespace: string, name: string, labels: Readonly<Record<string, string | null>>): void {
    const there = this.get(namespace, name);
    if (there !== undefined) this.patch(there, { labels });
    this.#tell(namespace, name);
  }

  /** Returns the Secrets with the label, and those with the finalizer among the ones that were
   *  read. */
  inUse(read: readonly string[], { finalizer, label }: CustodyMarks): readonly SecretRecord[] {
    return [...this.#secrets.values()].filter(
      ({ namespace, name, labels, finalizers }) =>
        labels[label] !== undefined ||
        (finalizers.includes(finalizer) && read.includes(namespacedName({ namespace, name }))),
    );
  }

  /** Merges metadata under lock. */
  patch(secret: SecretMetadata, metadata: object): Result<SecretRecord, KubeFailure> {
    const there = this.get(secret.namespace, secret.name);
    if (there === undefined) return fail({ code: 'Gone', detail: 'there is no such Secret' });
    if (there.resourceVersion !== secret.resourceVersion)
      return fail({ code: 'Conflict', detail: 'another writer changed it' });
    return ok(this.#put(withMetadata(there, metadata)));
  }

  /** Deletes the Secrets that only this deleted object owned, as the garbage collector does. */
  collect(uid: string): void {
    for (const secret of [...this.#secrets.values()].filter(({ owners }) =>
      owners.some((owner) => owner.uid === uid),
    )) {
      const owners = secret.owners.filter((owner) => owner.uid !== uid);
      if (owners.length === 0) this.#secrets.delete(namespacedName(secret));
      else this.#put({ ...secret, owners });
    }
  }

  /** Removes the matching Secrets, as a garbage collector would. */
  drop(isGarbage: (secret: SecretRecord) => boolean): void {
    for (const [id, secret] of this.#secrets) if (isGarbage(secret)) this.#secrets.delete(id);
  }

  /** Creates (`previous` null) or replaces exactly that version. */
  put(draft: SecretDraft, previous: SecretRecord | null): Result<SecretRecord, KubeFailure> {
    const there = this.get(draft.namespace, draft.name);
    if (there?.resourceVersion !== previous?.resourceVersion)
      return fail({ code: 'Conflict', detail: 'another writer changed it' });
    return ok(
      this.#put({
        ...this.#set(draft.namespace, draft.name, draft.contents, draft.labels),
        owners: ownersOf(draft, previous),
      }),
    );
  }

  #tell(namespace: string, name: string): void {
    for (const listener of this.#listeners) listener(namespace, name);
  }

  #set(
    namespace: string,
    name: string,
    contents: SecretRecord['contents'],
    labels: SecretRecord['labels'],
    type = 'Opaque',
  ): SecretRecord {
    const uid = `secret-${namespace}-${name}`;
    const {
      finalizers = [],
      owners = [],
      deleting = false,
      labels: before = {},
    } = this.get(namespace, name) ?? {};
    return this.#put({
      name,
      namespace,
      uid,
      type,
      finalizers,
      owners,
      deleting,
      contents,
      labels: { ...before, ...labels },
      resourceVersion: '',
    });
  }

  #put(secret: SecretRecord): SecretRecord {
    this.#version++;
    const stored = { ...secret, resourceVersion: String(this.#version) };
    const id = namespacedName(secret);
    if (secret.deleting && secret.finalizers.length === 0) this.#secrets.delete(id);
    else this.#secrets.set(id, stored);
    return stored;
  }
}
