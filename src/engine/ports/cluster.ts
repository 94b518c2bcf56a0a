import type { Result } from '../../model/failure.ts';
import type { CustodyMarks } from '../../model/group.ts';
import type { Secret } from '../../model/secret.ts';

/** An object of one of our kinds as the API server holds it. `spec` and `status` are whatever is in
 *  the cluster: parsed before use. */
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

/** Conflict: somebody wrote since the copy was read. Gone: it, or its namesake, is not there.
 *  Unwritable: the API server refuses the content. */
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

/** What is known of a Secret without its contents. */
export interface SecretMetadata {
  readonly name: string;
  readonly namespace: string;
  readonly uid: string;
  readonly resourceVersion: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly finalizers: readonly string[];
  /** With the last of which it goes. */
  readonly owners: readonly OwnerReference[];
  readonly deleting: boolean;
}

export interface SecretRecord extends SecretMetadata {
  /** `Opaque`, `kubernetes.io/service-account-token`. */
  readonly type: string;
  /** Values by key, decoded. */
  readonly contents: Readonly<Record<string, Secret>>;
}

/** A Secret to be written whole. `owner` makes it go with its object; null: it has none. Owners
 *  that others gave it stay. */
export interface SecretDraft {
  readonly name: string;
  readonly namespace: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly contents: Readonly<Record<string, Secret>>;
  readonly owner: KubeObject | null;
}

/** A ConfigMap to be written whole. It goes with its owner, and is never written over what is not
 *  the owner's. */
export interface ConfigMapDraft {
  readonly name: string;
  readonly namespace: string;
  readonly contents: Readonly<Record<string, string>>;
  readonly owner: KubeObject;
}

/** A text that the operator keeps in its own namespace, beyond the life of a process. `version`
 *  null: nothing was written yet. */
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
  /** It was read after the newest object of the namespace appeared, so that it is not that of a
   *  namespace of the same name that was deleted before. */
  readonly isSure: boolean;
}

export interface Cluster {
  /** Names the cluster: the uid of its namespace kube-system. Null where that may not be read. */
  uid(): string | null;
  /** Names a namespace where the cluster has no name: an operator that is limited to namespaces may
   *  read these alone. Null where it is not limited, and where the namespace may not be read. */
  home(namespace: string): Home | null;
  /** The newest copy known, never older than our own last write of it. */
  get(name: ObjectName): KubeObject | undefined;
  list(kind: string, namespace: string): readonly KubeObject[];
  /** Every object of a kind in the namespaces that are watched. */
  all(kind: string): readonly KubeObject[];
  /** Reads the object from the API server itself, past the store: after a Conflict. Null when there
   *  is none. */
  refresh(name: ObjectName): Promise<Result<KubeObject | null, KubeFailure>>;
  /** Merge patch of metadata, under the lock of the copy's resourceVersion. Nothing is sent when it
   *  changes nothing. */
  patch(
    object: KubeObject,
    patch: { readonly metadata: object },
  ): Promise<Result<KubeObject, KubeFailure>>;
  /** Merge patch of the status subresource, under the same lock; members set to null are
   *  removed. */
  patchStatus(
    object: KubeObject,
    status: Readonly<Record<string, unknown>>,
  ): Promise<Result<KubeObject, KubeFailure>>;
  /** Null when there is none. Secrets that are read are watched from then on: their change wakes
   *  the reader. */
  getSecret(
    namespace: string,
    name: string,
    reader: ObjectName,
  ): Promise<Result<SecretRecord | null, KubeFailure>>;
  /** Creates it (`previous` null) or replaces exactly that version. */
  putSecret(
    draft: SecretDraft,
    previous: SecretRecord | null,
  ): Promise<Result<SecretRecord, KubeFailure>>;
  /** Adds or removes our finalizer, or our ownerReference, under lock. */
  patchSecret(
    secret: SecretMetadata,
    patch: { readonly metadata: object },
  ): Promise<Result<SecretRecord, KubeFailure>>;
  /** The Secrets that carry the label of these marks, in the namespaces that are watched, without
   *  their contents; and those that were read lately and carry the finalizer without it: people and
   *  other controllers own labels too. */
  heldSecrets(marks: CustodyMarks): Promise<Result<readonly SecretMetadata[], KubeFailure>>;
  /** Creates it, or replaces the owner's own; a Conflict where there is one of somebody else. */
  putConfigMap(draft: ConfigMapDraft): Promise<Result<null, KubeFailure>>;
  readNote(name: string): Promise<Result<Note, KubeFailure>>;
  /** Writes it under the lock of the version that it was computed from. */
  writeNote(name: string, text: string, previous: Note): Promise<Result<Note, KubeFailure>>;
  namespaceTerminating(namespace: string): boolean;
  /** Whether the definition of a kind is being removed, and every object of it with it: as the API
   *  server said at most so long ago (milliseconds). */
  isDefinitionGoing(kind: string, withinMs: number): Promise<Result<boolean, KubeFailure>>;
  /** Best effort, merged with earlier ones of the same reason; never fails a pass. */
  emit(object: KubeObject, event: KubeEvent): void;
}
