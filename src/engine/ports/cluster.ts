import type { Result } from '../../model/failure.ts';
import type { CustodyMarks } from '../../model/group.ts';
import type { Secret } from '../../model/secret.ts';

/** An object of one of the operator's kinds as the API server holds it. `spec` and `status` are
 *  unvalidated: parsed before use. */
export interface KubeObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace: string;
    readonly uid: string;
    readonly resourceVersion: string;
    readonly generation: number;
    readonly creationTimestamp: string;
    readonly deletionTimestamp?: string;
    readonly finalizers?: readonly string[];
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly spec?: unknown;
  readonly status?: unknown;
}

/** Conflict: the object was written since it was read. Gone: the object, or the one of that uid,
 *  does not exist. Unwritable: the API server rejects the content. */
export interface KubeFailure {
  readonly code:
    | 'Conflict'
    | 'Gone'
    | 'Unreachable'
    | 'Denied'
    | 'Terminating'
    | 'Unwritable'
    | 'Fenced';
  readonly detail: string;
}

export interface ObjectName {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

export interface OwnerReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
}

/** Metadata of a Secret, without its contents. */
export interface SecretMetadata {
  readonly name: string;
  readonly namespace: string;
  readonly uid: string;
  readonly resourceVersion: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly finalizers: readonly string[];
  /** Owners; garbage collection deletes the Secret after the last of them. */
  readonly owners: readonly OwnerReference[];
  readonly deleting: boolean;
}

export interface SecretRecord extends SecretMetadata {
  /** `Opaque`, `kubernetes.io/service-account-token`. */
  readonly type: string;
  /** Values by key, decoded. */
  readonly contents: Readonly<Record<string, Secret>>;
}

/** A Secret to write whole. `owner` ties it to its object; null: no owner. Owners that others added
 *  stay. */
export interface SecretDraft {
  readonly name: string;
  readonly namespace: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly contents: Readonly<Record<string, Secret>>;
  readonly owner: KubeObject | null;
}

/** A ConfigMap to write whole. It is deleted with its owner, and never overwrites a ConfigMap of
 *  another owner. */
export interface ConfigMapDraft {
  readonly name: string;
  readonly namespace: string;
  readonly contents: Readonly<Record<string, string>>;
  readonly owner: KubeObject;
}

/** A text that the operator keeps in its own namespace across restarts. `version` null: nothing is
 *  written yet. */
export interface Note {
  readonly text: string;
  readonly version: string | null;
}

export interface KubeEvent {
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
}

/** The uid of a namespace. */
export interface Home {
  readonly uid: string;
  /** True if it was read after the newest object of the namespace appeared, which excludes a
   *  deleted namespace of the same name. */
  readonly isSure: boolean;
}

export interface Cluster {
  /** Identifies the cluster by the uid of its namespace kube-system. Null where that may not be
   *  read. */
  uid(): string | null;
  /** Identifies a namespace where the cluster has no identity: an operator limited to namespaces
   *  may read only these. Null where it is not limited, and where the namespace may not be read. */
  home(namespace: string): Home | null;
  /** Returns the newest known copy, never older than the operator's own last write of it. */
  get(name: ObjectName): KubeObject | undefined;
  list(kind: string, namespace: string): readonly KubeObject[];
  /** Returns every object of a kind in the watched namespaces. */
  all(kind: string): readonly KubeObject[];
  /** Returns the approximate number of JSON characters of the large lists of an object; 0 without
   *  one. */
  sizeOf(object: KubeObject): number;
  /** Reads the object from the API server instead of the store, after a Conflict. Null when there
   *  is none. */
  refresh(name: ObjectName): Promise<Result<KubeObject | null, KubeFailure>>;
  /** Sends a merge patch of metadata under the lock of the copy's resourceVersion. Sends nothing
   *  when it changes nothing. */
  patch(
    object: KubeObject,
    patch: { readonly metadata: object },
  ): Promise<Result<KubeObject, KubeFailure>>;
  /** Sends a merge patch of the status subresource under the same lock; members set to null are
   *  removed. */
  patchStatus(
    object: KubeObject,
    status: Readonly<Record<string, unknown>>,
  ): Promise<Result<KubeObject, KubeFailure>>;
  /** Deletes the object, unless another writer has changed it since this copy. */
  remove(object: KubeObject): Promise<Result<null, KubeFailure>>;
  /** Null when there is none. The operator watches every Secret that it has read: a change wakes
   *  the reader. */
  getSecret(
    namespace: string,
    name: string,
    reader: ObjectName,
  ): Promise<Result<SecretRecord | null, KubeFailure>>;
  /** Creates the Secret (`previous` null) or replaces exactly that version. */
  putSecret(
    draft: SecretDraft,
    previous: SecretRecord | null,
  ): Promise<Result<SecretRecord, KubeFailure>>;
  /** Adds or removes the operator's finalizer or ownerReference, under lock. */
  patchSecret(
    secret: SecretMetadata,
    patch: { readonly metadata: object },
  ): Promise<Result<SecretRecord, KubeFailure>>;
  /** Returns the metadata of the Secrets that carry the label of these marks, in the watched
   *  namespaces, and of recently read Secrets that carry the finalizer without the label: users and
   *  other controllers may remove labels. */
  heldSecrets(marks: CustodyMarks): Promise<Result<readonly SecretMetadata[], KubeFailure>>;
  /** Creates the ConfigMap, or replaces the owner's own; a Conflict where the existing one has
   *  another owner. */
  putConfigMap(draft: ConfigMapDraft): Promise<Result<null, KubeFailure>>;
  readNote(name: string): Promise<Result<Note, KubeFailure>>;
  /** Writes the note under the lock of the version that it was computed from. */
  writeNote(name: string, text: string, previous: Note): Promise<Result<Note, KubeFailure>>;
  namespaceTerminating(namespace: string): boolean;
  /** Reports whether the definition of a kind, and every object of it, is being deleted, from an
   *  answer of the API server at most `withinMs` old. */
  isDefinitionGoing(kind: string, withinMs: number): Promise<Result<boolean, KubeFailure>>;
  /** Records an event, best effort; merges it with earlier ones of the same reason, and never fails
   *  a pass. */
  emit(object: KubeObject, event: KubeEvent): void;
}
