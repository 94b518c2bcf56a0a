import type { Failure, Result } from '../../model/failure.ts';
import type { Item } from '../../model/kind.ts';
import type { Read, Write } from '../../model/request.ts';
import type { Secret } from '../../model/secret.ts';

/** What the outside must offer to the engine. Adapters implement these; tests do so in memory. All
 *  times are milliseconds since the epoch. */
export interface Clock {
  now(): number;
  /** Milliseconds since some moment; never goes back, whatever happens to the clock on the wall. */
  elapsed(): number;
}

/** Why a request is made: it decides which part of the budget pays, and whose share. */
export interface Cause {
  readonly class: BudgetClass;
  readonly namespace: string;
}
/** `user`: a change somebody made; `completion`: work under way; `confirm`: looking whether it is
 *  so; `sweep`: looking whether anything changed. */
export type BudgetClass = 'user' | 'completion' | 'confirm' | 'sweep';

/** A row of a listing that does not read as an item: its item is there. */
export interface UnreadRow {
  /** The row as it came. */
  readonly given: object;
  /** Why it cannot be read. */
  readonly failure: Failure;
}

/** A complete listing of a collection. It is as old as the start of its first page. */
export interface Listing<I> {
  readonly items: ReadonlyMap<number, I>;
  /** The rows as the listing itself showed them: the same map for as long as the listing is
   *  held. */
  readonly listed: ReadonlyMap<number, I>;
  /** Ids of rows that were read by themselves since: in `items` they are as they were read, or not
   *  there. */
  readonly reread: () => Iterable<number>;
  /** Items that are there and cannot be read, by id. */
  readonly unread: ReadonlyMap<number, UnreadRow>;
  /** Whether the listing itself showed an item. A read by id since may have found it gone: then
   *  `items` lacks it, which proves no more than that read. */
  readonly showed: (id: number) => boolean;
  /** The rows of its last page that can be read, in its order, as that one answer showed them: an
   *  answer is of one moment, a listing of several. */
  readonly lastPage: readonly I[];
  /** True if it has no other page. */
  readonly isOnePage: boolean;
  readonly startedAt: number;
  /** The same by the steady clock. */
  readonly begunElapsed: number;
  /** When its last page was there. */
  readonly endedAt: number;
  /** False when so much vanished at once since the listing before that nothing may be concluded
   *  from absence. */
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
  /** What a restricted user may do in the account as a whole; null where that is not known. */
  readonly grants: readonly string[] | null;
}

/** Room in the budget of a token for one write. */
export interface Room {
  /** Gives back what was not used; nothing once a write went out in it. */
  giveBack(): void;
}

/** One view of an account: a host, a user and its scopes. Shared by every object that uses the
 *  same. */
export interface Account {
  /** Now by the service's own clock: what the service dates is compared with nothing else. */
  now(): number;
  /** Who the token was when the view was opened; that may be minutes ago. */
  readonly caller: Caller;
  /** The identity of the token, asked for at `since` or later, once for all callers that wait.
   *  Fails if the service gives no answer. */
  identity(since: number): Promise<Result<Caller>>;
  /** The shared listing of a collection, begun at `since` or later; a newer one is read, once for
   *  all who wait, if there is none. */
  list<I extends Item>(read: Read<I>, since: number, cause: Cause): Promise<Result<Listing<I>>>;
  /** One row, read at `since` or later: by id or by a shared listing, whichever costs the account
   *  less. NotFound is the answer 404 to a GET by id. */
  item<I extends Item>(read: Read<I>, id: number, since: number, cause: Cause): Promise<Result<I>>;
  /** A read of its own; null where the failure is one that the read may have. */
  read<T>(read: Read<T>, cause: Cause): Promise<Result<T | null>>;
  /** Whether the account's events told that this item was deleted, by the service's word for that;
   *  false where it is not known. */
  wasDeleted(action: string, collection: string, id: number): boolean;
  /** Takes room for a write, before anything is recorded ahead of it. Throttled where the budget
   *  has none soon. Who takes room gives it to the write or gives it back: until then it counts as
   *  a request that is under way. */
  room(write: Write, cause: Cause): Promise<Result<Room>>;
  /** Sends once, never again, in the room that was taken for it, or in its own. `Unreachable` and
   *  `Unreadable` mean that the effect is unknown, unless the request is surely unsent. The value
   *  is the parsed JSON of the answer. */
  write(write: Write, cause: Cause, room?: Room): Promise<Result<unknown>>;
}

/** Where a token comes from: the operator's own, or a Secret. `baseUrl` null: the operator's. */
export interface Credential {
  readonly token: Secret;
  readonly baseUrl: string | null;
}

/** Something about items changed, appeared or vanished, or an event named them: their owners should
 *  look. */
export interface CloudChange {
  readonly account: string;
  readonly collection: string;
  readonly ids: readonly number[];
  /** True when only an event or hint says so: what the shared listing holds may be older than the
   *  change. */
  readonly hint: boolean;
}

export interface Cloud {
  /** The account view of a credential; asks the service who the token is, once, and again now and
   *  then, once it refuses the token, and some time after a 403 or a 404: the rights of the user
   *  may have changed. */
  open(credential: Credential): Promise<Result<Account>>;
  onChange(listener: (change: CloudChange) => void): void;
}
