import type {
  Cluster,
  KubeFailure,
  KubeObject,
  ObjectName,
  SecretRecord,
} from '../../engine/ports/cluster.ts';
import { fail, ok, type Result } from '../../model/failure.ts';
import { formatKey, type ObjectKey } from '../../model/object-key.ts';

/** Finds a Secret; null where there is none. */
export type SecretSource = (
  namespace: string,
  name: string,
) => Promise<Result<SecretRecord | null, KubeFailure>>;

/** The identity of the cluster and its namespaces. */
export interface Place {
  /** The uid of the cluster; null where no cluster is read, or it may not be read. */
  readonly uid: string | null;
  /** The uids of the readable namespaces. */
  readonly homes: ReadonlyMap<string, string>;
}

const REFUSED: Result<never, KubeFailure> = fail({
  code: 'Denied',
  detail: 'a plan writes nothing',
});

/** A cluster with the objects as they would be after the manifests are applied. Writes of the
 *  engine stay inside it. */
export class ImaginedCluster implements Cluster {
  readonly #objects = new Map<ObjectKey, KubeObject>();
  readonly #secretOf: SecretSource;
  readonly #place: Place;

  constructor(objects: readonly KubeObject[], secretOf: SecretSource, place: Place) {
    this.#place = place;
    for (const object of objects) this.put(object);
    this.#secretOf = secretOf;
  }

  put(object: KubeObject): void {
    this.#objects.set(formatKey({ kind: object.kind, ...object.metadata }), object);
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

  sizeOf: Cluster['sizeOf'] = () => 0;

  refresh: Cluster['refresh'] = async (name) => ok(this.get(name) ?? null);
  getSecret: Cluster['getSecret'] = (namespace, name) => this.#secretOf(namespace, name);
  readNote: Cluster['readNote'] = async () => ok({ text: '', version: null });
  isDefinitionGoing: Cluster['isDefinitionGoing'] = async () => ok(false);
  heldSecrets: Cluster['heldSecrets'] = async () => ok([]);
  uid: Cluster['uid'] = () => this.#place.uid;
  home: Cluster['home'] = (namespace) => {
    const uid = this.#place.homes.get(namespace);
    return uid === undefined ? null : { uid, isSure: true };
  };
  namespaceTerminating: Cluster['namespaceTerminating'] = () => false;

  // Records of the engine on an object are no part of a plan: they count as written.
  patch: Cluster['patch'] = async (object) => ok(object);
  patchStatus: Cluster['patchStatus'] = async (object) => ok(object);
  remove: Cluster['remove'] = async () => REFUSED;
  emit: Cluster['emit'] = () => {};

  putSecret: Cluster['putSecret'] = async () => REFUSED;
  patchSecret: Cluster['patchSecret'] = async () => REFUSED;
  putConfigMap: Cluster['putConfigMap'] = async () => REFUSED;
  writeNote: Cluster['writeNote'] = async () => REFUSED;
}
