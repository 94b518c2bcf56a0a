import type { Cluster, KubeEvent, KubeFailure, KubeObject, ObjectName, SecretDraft, SecretRecord } from '../../src/engine/ports/cluster.ts';
import { fail, ok, type Result } from '../../src/model/failure.ts';
import { asRecord } from '../../src/model/parse.ts';
import { MemorySecrets } from './memory-secrets.ts';
import { merged } from './merge.ts';
import { newObject } from './new-object.ts';

type Listener = (before: KubeObject | undefined, after: KubeObject | undefined) => void;

const idOf = (name: ObjectName): string => `${name.kind}/${name.namespace}/${name.name}`;

/** The Kubernetes API server as far as an engine sees it, in memory: resourceVersions, generations, finalizers, the status subresource. */
export class MemoryCluster implements Cluster {
  readonly #objects: Map<string, KubeObject>;
  readonly secrets: MemorySecrets;
  readonly #listeners: Listener[] = [];
  readonly #now: () => number;
  #version: number;
  #uids: number;
  /** Contents of ConfigMaps by namespace and name. */
  readonly configMaps = new Map<string, Readonly<Record<string, string>>>();
  /** Every write that changed something, for tests that count. */
  readonly writes: string[] = [];
  readonly events: (KubeEvent & { readonly object: string })[] = [];
  /** Asked before every write; a failure it returns is the answer, and `after` says whether the write took effect all the same. */
  interfere: (write: string) => { readonly failure: KubeFailure; readonly after: boolean } | null = () => null;

  /** @param like a cluster that this one begins as */
  constructor(now: () => number, like?: MemoryCluster) {
    this.#now = now;
    this.#objects = new Map(like === undefined ? [] : like.#objects);
    this.secrets = new MemorySecrets(like?.secrets);
    [this.#version, this.#uids] = like === undefined ? [1, 0] : [like.#version, like.#uids];
  }

  /** Tells of every change, as a watch would; returns how to stop. */
  listen(listener: Listener): () => void {
    this.#listeners.push(listener);
    return () => this.#listeners.splice(this.#listeners.indexOf(listener), 1);
  }

  /** Applies a manifest: creates the object, or replaces spec, labels and annotations. */
  apply(name: ObjectName, spec: object, metadata: Partial<KubeObject['metadata']> = {}): KubeObject {
    const there = this.#objects.get(idOf(name));
    if (there === undefined) {
      this.#uids++;
      const uid = `00000000-0000-4000-8000-${String(this.#uids).padStart(12, '0')}`;
      return this.#put(undefined, newObject(name, spec, { uid, creationTimestamp: new Date(this.#now()).toISOString(), ...metadata }));
    }
    const generation = there.metadata.generation + (JSON.stringify(there.spec) === JSON.stringify(spec) ? 0 : 1);
    return this.#put(there, { ...there, spec, metadata: { ...there.metadata, ...metadata, generation } });
  }

  annotate(name: ObjectName, annotations: Readonly<Record<string, string>>): void {
    const there = this.#objects.get(idOf(name));
    if (there === undefined) throw new Error(`no ${idOf(name)}`);
    this.#put(there, { ...there, metadata: { ...there.metadata, annotations: { ...there.metadata.annotations, ...annotations } } });
  }

  delete(name: ObjectName): void {
    const there = this.#objects.get(idOf(name));
    if (there === undefined) return;
    this.#put(there, { ...there, metadata: { ...there.metadata, deletionTimestamp: new Date(this.#now()).toISOString() } });
  }

  get(name: ObjectName): KubeObject | undefined {
    return this.#objects.get(idOf(name));
  }

  list(kind: string, namespace: string): readonly KubeObject[] {
    return this.all(kind).filter((object) => object.metadata.namespace === namespace);
  }

  all(kind: string): readonly KubeObject[] {
    return [...this.#objects.values()].filter((object) => object.kind === kind);
  }

  async refresh(name: ObjectName): Promise<Result<KubeObject | null, KubeFailure>> {
    return ok(this.get(name) ?? null);
  }

  async patch(object: KubeObject, patch: { readonly metadata: object }): Promise<Result<KubeObject, KubeFailure>> {
    return this.#write('patch', object, (there) => ({
      ...there,
      metadata: merged(there.metadata, patch.metadata) as KubeObject['metadata'],
    }));
  }

  async patchStatus(object: KubeObject, status: Readonly<Record<string, unknown>>): Promise<Result<KubeObject, KubeFailure>> {
    return this.#write('patchStatus', object, (there) => ({ ...there, status: merged(asRecord(there.status), status) }));
  }

  async getSecret(namespace: string, name: string): Promise<Result<SecretRecord | null, KubeFailure>> {
    return ok(this.secrets.get(namespace, name) ?? null);
  }

  async putSecret(draft: SecretDraft, previous: SecretRecord | null): Promise<Result<SecretRecord, KubeFailure>> {
    return this.#interfered(`putSecret ${draft.namespace}/${draft.name}`, () => this.secrets.put(draft, previous));
  }

  async patchSecret(secret: SecretRecord): Promise<Result<SecretRecord, KubeFailure>> {
    return this.#interfered(`patchSecret ${secret.namespace}/${secret.name}`, () => ok(secret));
  }

  putConfigMap: Cluster['putConfigMap'] = async ({ namespace, name, contents }) =>
    this.#interfered(`putConfigMap ${namespace}/${name}`, () => {
      this.configMaps.set(`${namespace}/${name}`, contents);
      return ok(null);
    });

  namespaceTerminating(): boolean {
    return false;
  }

  emit(object: KubeObject, event: KubeEvent): void {
    this.events.push({ ...event, object: `${object.kind}/${object.metadata.name}` });
  }

  #write(verb: string, object: KubeObject, change: (there: KubeObject) => KubeObject): Result<KubeObject, KubeFailure> {
    const id = idOf({ kind: object.kind, namespace: object.metadata.namespace, name: object.metadata.name });
    const there = this.#objects.get(id);
    if (there === undefined || there.metadata.uid !== object.metadata.uid) return fail({ code: 'Gone', detail: `${id} is not there` });
    if (there.metadata.resourceVersion !== object.metadata.resourceVersion)
      return fail({ code: 'Conflict', detail: `${id} was written since` });
    const changed = change(there);
    if (JSON.stringify(changed) === JSON.stringify(there)) return ok(there);
    return this.#interfered(`${verb} ${id}`, () => ok(this.#put(there, changed)));
  }

  /** Does a write, unless something interferes: then the answer is a failure, whether the write took effect or not. */
  #interfered<T>(write: string, act: () => Result<T, KubeFailure>): Result<T, KubeFailure> {
    const trouble = this.interfere(write);
    if (trouble !== null && !trouble.after) return fail(trouble.failure);
    this.writes.push(write);
    const done = act();
    return trouble === null ? done : fail(trouble.failure);
  }

  #put(before: KubeObject | undefined, after: KubeObject): KubeObject {
    this.#version++;
    const stored = { ...after, metadata: { ...after.metadata, resourceVersion: String(this.#version) } };
    const id = idOf({ kind: after.kind, namespace: after.metadata.namespace, name: after.metadata.name });
    const gone = stored.metadata.deletionTimestamp !== undefined && (stored.metadata.finalizers ?? []).length === 0;
    if (gone) this.#objects.delete(id);
    else this.#objects.set(id, stored);
    for (const listener of this.#listeners) listener(before, gone ? undefined : stored);
    return stored;
  }
}
