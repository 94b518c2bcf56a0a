import type { Entry } from '../../model/catalogue.ts';
import type { Failure, Result } from '../../model/failure.ts';
import type { ItemId } from '../../model/item-id.ts';
import type { Item } from '../../model/kind.ts';
import type { Read, Write } from '../../model/request.ts';
import type { Secret } from '../../model/secret.ts';

/** The engine's view of the outside. Adapters implement these interfaces; tests implement them in
 *  memory. All times are milliseconds since the epoch. */
export interface Clock {
  now(): number;
  /** Returns milliseconds since an arbitrary moment. It never decreases, whatever happens to the
   *  wall clock. */
  elapsed(): number;
}

/** Reason for a request: it decides which part of the budget pays, and on which namespace's
 *  share. */
export interface Cause {
  readonly class: BudgetClass;
  readonly namespace: string;
}
/** `user`: a change by a user; `completion`: work in progress; `confirm`: verification of an
 *  expected state; `sweep`: detection of changes. */
export type BudgetClass = 'user' | 'completion' | 'confirm' | 'sweep';

/** A row of a listing that cannot be parsed. Its item exists. */
export interface UnreadRow {
  /** The row as received. */
  readonly given: object;
  /** Reason for the parse failure. */
  readonly failure: Failure;
}

/** A complete listing of a collection. Its age counts from the start of its first page. */
export interface Listing<I> {
  readonly items: ReadonlyMap<ItemId, I>;
  /** Rows of the listing itself: the same map for as long as the listing is held. */
  readonly listed: ReadonlyMap<ItemId, I>;
  /** Ids of the rows that were read individually since: `items` holds the result of that read, or
   *  lacks the row. */
  readonly reread: () => Iterable<ItemId>;
  /** Items that exist and cannot be parsed, by id. */
  readonly unread: ReadonlyMap<ItemId, UnreadRow>;
  /** Reports whether the listing itself showed an item. A later read by id may have found it gone:
   *  then `items` lacks it, which proves no more than that read. */
  readonly showed: (id: ItemId) => boolean;
  /** The readable rows of the last page, in its order. One page shows one moment, a listing
   *  several. */
  readonly lastPage: readonly I[];
  /** True for a listing of a single page. */
  readonly isOnePage: boolean;
  readonly startedAt: number;
  /** The start by the steady clock. */
  readonly begunElapsed: number;
  /** Time of the last page. */
  readonly endedAt: number;
  /** False when so many items vanished since the previous listing that absence proves nothing. */
  readonly trusted: boolean;
}

/** Known properties of the token behind an account view. */
export interface Caller {
  /** Identity of the account: ids are comparable only within one account. */
  readonly account: string;
  readonly username: string;
  /** A restricted user does not see everything: its 404 means «hidden or gone». */
  readonly restricted: boolean;
  /** True if this token may write tags. */
  readonly mayTag: boolean;
  /** `*` or the scopes of the token. */
  readonly scopes: readonly string[];
  /** Account-level grants of a restricted user; null where they are unknown. */
  readonly grants: readonly string[] | null;
}

/** A reservation in a token's budget for one write. */
export interface Room {
  /** Returns the reservation if no write used it. */
  giveBack(): void;
}

/** One view of an account: a host, a user and its scopes. Objects with the same credential share
 *  it. */
export interface Account {
  /** Returns the time by the service's clock. Dates of the service are compared with this clock
   *  only. */
  now(): number;
  /** Identity of the token when the view was opened; that may be minutes ago. */
  readonly caller: Caller;
  /** Reads the identity of the token at `since` or later, once for all waiting callers. Fails if
   *  the service does not answer. */
  identity(since: number): Promise<Result<Caller>>;
  /** Returns the shared listing of a collection that started at `since` or later; reads a new one,
   *  once for all waiting callers, if there is none. */
  list<I extends Item>(read: Read<I>, since: number, cause: Cause): Promise<Result<Listing<I>>>;
  /** Reads one row at `since` or later: by id or by a shared listing, whichever costs fewer
   *  requests. NotFound is the answer 404 to a GET by id. */
  item<I extends Item>(read: Read<I>, id: ItemId, since: number, cause: Cause): Promise<Result<I>>;
  /** Performs an individual read; null where the read declares the failure as expected. */
  read<T>(read: Read<T>, cause: Cause): Promise<Result<T | null>>;
  /** Returns a public list of the service that is at most `ageMs` milliseconds old: the list that
   *  all callers share, or a new one. */
  catalogue(path: string, ageMs: number, cause: Cause): Promise<Result<readonly Entry[]>>;
  /** Reports whether the account's events contain this deletion of the item; false where that is
   *  unknown. */
  wasDeleted(action: string, collection: string, id: ItemId): boolean;
  /** Reserves budget for a write before anything is recorded ahead of it. Throttled where the
   *  budget has none soon. The caller passes the reservation to the write or returns it: until then
   *  it counts as a request in flight. */
  room(write: Write, cause: Cause): Promise<Result<Room>>;
  /** Sends once, without a retry, under the given reservation or under one of its own.
   *  `Unreachable` and `Unreadable` mean that the effect is unknown, unless the request is surely
   *  unsent. The value is the parsed JSON of the answer. */
  write(write: Write, cause: Cause, room?: Room): Promise<Result<unknown>>;
}

/** A token: the operator's own, or one from a Secret. `baseUrl` null: the operator's. */
export interface Credential {
  readonly token: Secret;
  readonly baseUrl: string | null;
}

/** Items that changed, appeared or vanished, or that an event named: the engine wakes their
 *  owners. */
export interface CloudChange {
  readonly account: string;
  readonly collection: string;
  readonly ids: readonly ItemId[];
  /** True when the source is an event or a hint: the shared listing may be older than the
   *  change. */
  readonly hint: boolean;
}

export interface Cloud {
  /** Opens the account view of a credential. Identifies the token once, and again periodically,
   *  after the service rejects the token, and some time after a 403 or a 404: the grants of the
   *  user may have changed. */
  open(credential: Credential): Promise<Result<Account>>;
  onChange(listener: (change: CloudChange) => void): void;
}
