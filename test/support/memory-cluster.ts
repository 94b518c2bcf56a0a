import type {
  Cluster,
  KubeEvent,
  KubeFailure,
  KubeObject,
  ObjectName,
  SecretDraft,
  SecretRecord,
} from '../../src/engine/ports/cluster.ts';
import { packed, packedSize } from '../../src/json/packed.ts';
import { fail, ok, type Result } from '../../src/model/failure.ts';
import type { AnyKind } from '../../src/model/kind.ts';
import { formatKey, namespacedName } from '../../src/model/object-key.ts';
import { asRecord } from '../../src/model/parse.ts';
import { DisturbedObjects } from './disturbed-objects.ts';
import { MemoryAdmission } from './memory-admission.ts';
import { MemoryNotes } from './memory-notes.ts';
import type { MemoryObjects } from './memory-objects.ts';
import { MemorySecrets } from './memory-secrets.ts';
import { merged } from './merge.ts';

/** The Kubernetes API server for an engine, in memory. */
export class MemoryCluster extends DisturbedObjects implements Cluster {
  readonly secrets: MemorySecrets;
  readonly notes: MemoryNotes;
  /** Kinds whose definition is being removed. */
  readonly going = new Set<string>();
  /** Contents of ConfigMaps by namespace and name. */
  readonly configMaps = new Map<string, Readonly<Record<string, string>>>();
  readonly #readers = new Map<string, Map<string, ObjectName>>();
  readonly events: (KubeEvent & { readonly object: string })[] = [];
  readonly admission: MemoryAdmission;

  /** @param kinds whose definitions validate statuses   @param like a cluster to copy */
  constructor(now: () => number, kinds: readonly AnyKind[], like?: MemoryCluster, realm?: string) {
    super(now, like, realm);
    this.admission = new MemoryAdmission(kinds, like?.admission);
    this.secrets = new MemorySecrets(like?.secrets);
    this.notes = new MemoryNotes(like?.notes);
    this.listen((before, after) => {
      if (after === undefined && before !== undefined) this.secrets.collect(before.metadata.uid);
    });
  }

  override apply(...[name, spec, metadata]: Parameters<MemoryObjects['apply']>): KubeObject {
    this.admission.checkSpec(name, spec, this.get(name));
    return super.apply(name, spec, metadata);
  }

  override putBack(copy: MemoryCluster): void {
    super.putBack(copy);
    this.secrets.putBack(copy.secrets);
    this.notes.putBack(copy.notes);
  }

  sizeOf(object: KubeObject): number {
    return packedSize(packed(object));
  }

  async refresh(name: ObjectName): Promise<Result<KubeObject | null, KubeFailure>> {
    return this.unlessHidden(`refresh ${formatKey(name)}`, this.get(name) ?? null);
  }

  async patch(
    object: KubeObject,
    patch: { readonly metadata: object },
  ): Promise<Result<KubeObject, KubeFailure>> {
    return this.write('patch', object, (there) =>
      this.admission.withMetadata(
        there,
        merged(there.metadata, patch.metadata) as KubeObject['metadata'],
      ),
    );
  }

  async patchStatus(
    object: KubeObject,
    status: Readonly<Record<string, unknown>>,
  ): Promise<Result<KubeObject, KubeFailure>> {
    const sent: unknown = JSON.parse(JSON.stringify(status));
    return this.write('patchStatus', object, (there) =>
      this.admission.withStatus(there, merged(asRecord(there.status), sent)),
    );
  }

  async remove(object: KubeObject): Promise<Result<null, KubeFailure>> {
    const name = { kind: object.kind, ...object.metadata };
    const there = this.get(name);
    if (there?.metadata.uid !== object.metadata.uid)
      return fail({ code: 'Gone', detail: `${formatKey(name)} is not there` });
    if (there.metadata.resourceVersion !== object.metadata.resourceVersion)
      return fail({ code: 'Conflict', detail: `${formatKey(name)} was written since` });
    return this.interfered(`remove ${formatKey(name)}`, () => {
      this.delete(name);
      return ok(null);
    });
  }

  async getSecret(
    namespace: string,
    name: string,
    reader: ObjectName,
  ): Promise<Result<SecretRecord | null, KubeFailure>> {
    const id = namespacedName({ namespace, name });
    this.#readers.set(
      id,
      (this.#readers.get(id) ?? new Map<string, ObjectName>()).set(formatKey(reader), reader),
    );
    return this.unlessHidden(`getSecret ${id}`, this.secrets.get(namespace, name) ?? null);
  }

  /** Returns the objects that read a Secret. */
  readersOf(namespace: string, name: string): readonly ObjectName[] {
    return [...(this.#readers.get(namespacedName({ namespace, name }))?.values() ?? [])];
  }

  async putSecret(
    draft: SecretDraft,
    previous: SecretRecord | null,
  ): Promise<Result<SecretRecord, KubeFailure>> {
    return this.interfered(`putSecret ${namespacedName(draft)}`, () =>
      this.secrets.put(draft, previous),
    );
  }

  patchSecret: Cluster['patchSecret'] = async (secret, { metadata }) =>
    this.interfered(`patchSecret ${namespacedName(secret)}`, () =>
      this.secrets.patch(secret, metadata),
    );

  heldSecrets: Cluster['heldSecrets'] = async (marks) =>
    this.unlessHidden('heldSecrets', this.secrets.inUse([...this.#readers.keys()], marks));

  putConfigMap: Cluster['putConfigMap'] = async ({ namespace, name, contents }) =>
    this.interfered(`putConfigMap ${namespacedName({ namespace, name })}`, () => {
      this.configMaps.set(namespacedName({ namespace, name }), contents);
      return ok(null);
    });

  readNote: Cluster['readNote'] = async (name) =>
    this.unlessHidden(`readNote ${name}`, this.notes.read(name));

  writeNote: Cluster['writeNote'] = async (name, text, previous) =>
    this.interfered(`writeNote ${name}`, () => this.notes.write(name, text, previous));

  /** Namespaces that are being deleted. */
  readonly terminating = new Set<string>();

  namespaceTerminating(namespace: string): boolean {
    return this.terminating.has(namespace);
  }

  async isDefinitionGoing(kind: string): Promise<Result<boolean, KubeFailure>> {
    return this.unlessHidden('isDefinitionGoing', this.going.has(kind));
  }

  emit(object: KubeObject, event: KubeEvent): void {
    this.events.push({ ...event, object: `${object.kind}/${object.metadata.name}` });
  }

  /** Sets a spec that the current definition rejects, as stored under another version. */
  store(name: ObjectName, spec: unknown): void {
    const there = this.get(name);
    if (there === undefined) return;
    this.put(there, {
      ...there,
      spec,
      metadata: { ...there.metadata, generation: there.metadata.generation + 1 },
    });
  }
}
