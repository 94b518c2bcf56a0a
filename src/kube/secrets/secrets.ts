import type {
  Cluster,
  KubeFailure,
  ObjectName,
  SecretDraft,
  SecretMetadata,
  SecretRecord,
} from '../../engine/ports/cluster.ts';
import { fail, ok, type Result } from '../../model/failure.ts';
import type { CustodyMarks } from '../../model/group.ts';
import { type NamespacedName, namespacedName } from '../../model/object-key.ts';
import type { KubeClient } from '../api/client.ts';
import { type ApiFailure, unreadable } from '../api/failures.ts';
import type { Namespaces } from '../namespaces.ts';
import type { KubeObserver } from '../observer.ts';
import { SECRETS } from '../resources.ts';
import type { Time } from '../time.ts';
import { HeldSecrets } from './held-secrets.ts';
import { manifestOf, metadataOf, readSecret, recordOf, replacementOf } from './secret-record.ts';
import { SecretWatch } from './secret-watch.ts';

export interface SecretsOptions {
  readonly client: KubeClient;
  readonly time: Time;
  readonly observer: KubeObserver;
  readonly namespaces: Namespaces;
  /** Namespaces of the Secrets in use; null: all. */
  readonly watched: readonly string[] | null;
  /** Called when a Secret that these objects read has changed. Must not throw. */
  readonly wake: (readers: readonly ObjectName[]) => void;
  readonly exists: (reader: ObjectName) => boolean;
}

/** A Secret without a read for this long is no longer watched; the next reader reads it again. */
const IDLE_MS = 3_600_000;
/** Maximum number of watches, each a connection. Beyond it, the least recently used one ends. */
const MOST_WATCHES = 256;
const TIDY_MS = 60_000;

/** The Secrets in use, each read and watched by name: permission to list all Secrets is not
 *  needed. */
export class Secrets {
  readonly #options: SecretsOptions;
  readonly #watches = new Map<string, SecretWatch>();
  /** Held Secrets by label. */
  readonly #held = new Map<string, HeldSecrets>();
  #tidiedAt: number;

  constructor(options: SecretsOptions) {
    this.#options = options;
    this.#tidiedAt = options.time.elapsed();
  }

  /** See `Cluster.getSecret`. For a Secret that is being deleted, also refreshes
   *  `Namespaces.isTerminating` for its namespace. */
  async get(
    namespace: string,
    name: string,
    reader: ObjectName,
  ): Promise<Result<SecretRecord | null, KubeFailure>> {
    const read = await this.#watchOf(namespace, name).read(reader);
    this.#tidy();
    if (!read.ok) return read;
    if (read.value?.metadata.deletionTimestamp !== undefined)
      await this.#options.namespaces.look(namespace);
    return ok(read.value === null ? null : recordOf(read.value));
  }

  /** See `Cluster.heldSecrets`. For those that are being deleted, also refreshes
   *  `Namespaces.isTerminating` for their namespaces. */
  async held(marks: CustodyMarks): Promise<Result<readonly SecretMetadata[], KubeFailure>> {
    const { namespaces } = this.#options;
    const held = this.#held.get(marks.label) ?? new HeldSecrets(this.#options, marks.label);
    this.#held.set(marks.label, held);
    const marked = await held.all();
    if (!marked.ok) return marked;
    const records = marked.value.map(metadataOf);
    records.push(...this.#unmarked(records, marks));
    const going = new Set(
      records.filter(({ deleting }) => deleting).map(({ namespace }) => namespace),
    );
    await Promise.all([...going].map((namespace) => namespaces.look(namespace)));
    return ok(records);
  }

  /** See `Cluster.putSecret`. */
  async put(
    draft: SecretDraft,
    previous: SecretRecord | null,
  ): Promise<Result<SecretRecord, KubeFailure>> {
    const { client } = this.#options;
    const { namespace, name } = draft;
    const answer =
      previous === null
        ? await client.create(SECRETS, namespace, manifestOf(draft))
        : await client.patch(
            { resource: SECRETS, namespace, name },
            replacementOf(draft, previous),
          );
    return this.#took(draft, answer);
  }

  /** See `Cluster.patchSecret`. */
  async patch(
    { namespace, name, resourceVersion, uid }: SecretMetadata,
    { metadata }: PatchOf,
  ): Promise<Result<SecretRecord, KubeFailure>> {
    const place = { resource: SECRETS, namespace, name };
    const patch = { metadata: { ...metadata, resourceVersion, uid } };
    return this.#took(place, await this.#options.client.patch(place, patch));
  }

  async stop(): Promise<void> {
    await Promise.all(
      [...this.#watches.values(), ...this.#held.values()].map((watch) => watch.stop()),
    );
    this.#watches.clear();
  }

  /** Returns the stored Secrets that carry the finalizer and are not among these. */
  #unmarked(
    records: readonly SecretMetadata[],
    { finalizer }: CustodyMarks,
  ): readonly SecretMetadata[] {
    const known = new Set(records.map(({ uid }) => uid));
    const copies = [...this.#watches.values()]
      .flatMap((watch) => watch.copy() ?? [])
      .map(metadataOf);
    return copies.filter(
      ({ uid, finalizers }) => finalizers.includes(finalizer) && !known.has(uid),
    );
  }

  #watchOf(namespace: string, name: string): SecretWatch {
    const key = namespacedName({ namespace, name });
    const watch = this.#watches.get(key) ?? new SecretWatch({ ...this.#options, namespace, name });
    // The map is ordered by last use.
    this.#watches.delete(key);
    this.#watches.set(key, watch);
    return watch;
  }

  /** Stores the answer to a write; after a refusal the copy that it was computed from is no longer
   *  trusted. */
  #took(
    secret: NamespacedName,
    answer: Result<unknown, ApiFailure>,
  ): Result<SecretRecord, KubeFailure> {
    const watch = this.#watches.get(namespacedName(secret));
    if (!answer.ok) {
      if (answer.failure.code === 'Terminating')
        this.#options.namespaces.learnTerminating(secret.namespace);
      watch?.doubt();
      return answer;
    }
    const copy = readSecret(answer.value);
    if (copy === null) return fail(unreadable('no Secret'));
    watch?.wrote(copy);
    for (const held of this.#held.values()) held.wrote(copy);
    return ok(recordOf(copy));
  }

  #tidy(): void {
    const { time, exists } = this.#options;
    if (this.#watches.size <= MOST_WATCHES && time.elapsed() - this.#tidiedAt < TIDY_MS) return;
    this.#tidiedAt = time.elapsed();
    const excess = Math.max(0, this.#watches.size - MOST_WATCHES);
    for (const [index, [key, watch]] of [...this.#watches].entries()) {
      if (index >= excess && watch.idleMs() < IDLE_MS && watch.hasReaders(exists)) continue;
      this.#watches.delete(key);
      void watch.stop();
    }
  }
}

type PatchOf = Parameters<Cluster['patchSecret']>[1];
