import type { Failure, Result } from '../model/failure.ts';
import type { Item } from '../model/kind.ts';
import type { Read, Write } from '../model/request.ts';
import type { Secret } from '../model/secret.ts';

/** What the outside must offer to the engine. Adapters implement these; tests do so in memory. All times are milliseconds since the epoch. */
export interface Clock {
  now(): number;
}

// ---- the service -------------------------------------------------------------------------------------------------

/** Why a request is made: it decides which part of the budget pays, and whose share. */
export interface Cause {
  readonly class: BudgetClass;
  readonly namespace: string;
}
/** `user`: a change somebody made; `completion`: work under way; `confirm`: looking whether it is so; `sweep`: looking whether anything changed. */
export type BudgetClass = 'user' | 'completion' | 'confirm' | 'sweep';

/** A complete listing of a collection. It is as old as the start of its first page. */
export interface Listing<I> {
  readonly items: ReadonlyMap<number, I>;
  readonly startedAt: number;
  /** False when so much vanished at once since the listing before that nothing may be concluded from absence. */
  readonly trusted: boolean;
}

/** What may be known of the token behind an account view. */
export interface Caller {
  /** Identity of the account: ids are only comparable within one. */
  readonly account: string;
  readonly username: string;
  /** A restricted user does not see everything: its 404 means «hidden or gone». */
  readonly restricted: boolean;
  /** Whether this token may write tags. */
  readonly mayTag: boolean;
  /** `*` or the scopes of the token. */
  readonly scopes: readonly string[];
}

/** One view of an account: a host, a user and its scopes. Shared by every object that uses the same. */
export interface Account {
  readonly caller: Caller;
  /** The shared listing of a collection, begun at `since` or later; a newer one is read, once for all who wait, if there is none. */
  list<I extends Item>(read: Read<I>, since: number, cause: Cause): Promise<Result<Listing<I>>>;
  /** One row, read at `since` or later: by id or by a shared listing, whichever costs the account less. NotFound is the answer 404 to a GET by id. */
  item<I extends Item>(read: Read<I>, id: number, since: number, cause: Cause): Promise<Result<I>>;
  /** A read of its own; null where the failure is one that the read may have. */
  read<T>(read: Read<T>, cause: Cause): Promise<Result<T | null>>;
  /** Sends once, never again. `Unreachable` and `Unreadable` mean that the effect is unknown. The value is the parsed JSON of the answer. */
  write(write: Write, cause: Cause): Promise<Result<unknown>>;
}

/** Where a token comes from: the operator's own, or a Secret. `baseUrl` null: the operator's. */
export interface Credential {
  readonly token: Secret;
  readonly baseUrl: string | null;
}

/** Something about items changed, appeared or vanished, or an event named them: their owners should look. */
export interface CloudChange {
  readonly account: string;
  readonly collection: string;
  readonly ids: readonly number[];
  /** True when only an event or hint says so: what the shared listing holds may be older than the change. */
  readonly hint: boolean;
}

export interface Cloud {
  /** The account view of a credential; asks the service who the token is, once. */
  open(credential: Credential): Promise<Result<Account>>;
  /** Drops what is known of the token, so that the next `open` asks again: after Unauthenticated or a rotation. */
  forget(credential: Credential): void;
  onChange(listener: (change: CloudChange) => void): void;
}

// ---- Kubernetes --------------------------------------------------------------------------------------------------

/** An object of one of our kinds as the API server holds it. `spec` and `status` are whatever is in the cluster: parsed before use. */
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

/** Conflict: somebody wrote since the copy was read. Gone: it, or its namesake, is not there. Unwritable: the API server refuses the content. */
export interface KubeFailure {
  readonly code: 'Conflict' | 'Gone' | 'Unreachable' | 'Denied' | 'Terminating' | 'Unwritable' | 'Fenced';
  readonly detail: string;
}

export interface ObjectName {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

export interface SecretRecord {
  readonly name: string;
  readonly namespace: string;
  readonly uid: string;
  readonly resourceVersion: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly finalizers: readonly string[];
  readonly deleting: boolean;
  /** Values by key, decoded. */
  readonly contents: Readonly<Record<string, Secret>>;
}

/** A Secret to be written whole. `owner` makes it go with its object. */
export interface SecretDraft {
  readonly name: string;
  readonly namespace: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly contents: Readonly<Record<string, Secret>>;
  readonly owner: KubeObject;
}

export interface KubeEvent {
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
}

export interface Cluster {
  /** The newest copy known, never older than our own last write of it. */
  get(name: ObjectName): KubeObject | undefined;
  list(kind: string, namespace: string): readonly KubeObject[];
  /** Every object of a kind in the namespaces that are watched. */
  all(kind: string): readonly KubeObject[];
  /** Reads the object from the API server itself, past the store: after a Conflict. Null when there is none. */
  refresh(name: ObjectName): Promise<Result<KubeObject | null, KubeFailure>>;
  /** Merge patch of metadata, under the lock of the copy's resourceVersion. Nothing is sent when it changes nothing. */
  patch(object: KubeObject, patch: { readonly metadata: object }): Promise<Result<KubeObject, KubeFailure>>;
  /** Merge patch of the status subresource, under the same lock; members set to null are removed. */
  patchStatus(object: KubeObject, status: Readonly<Record<string, unknown>>): Promise<Result<KubeObject, KubeFailure>>;
  /** Null when there is none. Secrets that are read are watched from then on: their change wakes the reader. */
  getSecret(namespace: string, name: string, reader: ObjectName): Promise<Result<SecretRecord | null, KubeFailure>>;
  /** Creates it (`previous` null) or replaces exactly that version. */
  putSecret(draft: SecretDraft, previous: SecretRecord | null): Promise<Result<SecretRecord, KubeFailure>>;
  /** Adds or removes our finalizer, or takes our ownerReference off, under lock. */
  patchSecret(secret: SecretRecord, patch: { readonly metadata: object }): Promise<Result<SecretRecord, KubeFailure>>;
  namespaceTerminating(namespace: string): boolean;
  /** Best effort, merged with earlier ones of the same reason; never fails a pass. */
  emit(object: KubeObject, event: KubeEvent): void;
}

// ---- observation of ourselves --------------------------------------------------------------------------------------

/** One line about one pass. Logs and metrics are made of it and of nothing else. */
export interface PassRecord {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly outcome: string;
  readonly detail: string;
  readonly steps: readonly string[];
  /** How long the pass was due before it began, and how long it took. */
  readonly waitedMs: number;
  readonly tookMs: number;
  /** Writes to the Kubernetes API. */
  readonly wrote: number;
  /** Milliseconds from the start of the work for this generation until Ready, where this pass made it so. */
  readonly readyAfterMs?: number;
  readonly error?: unknown;
  readonly failure?: Failure;
}

export interface Telemetry {
  pass(record: PassRecord): void;
}
