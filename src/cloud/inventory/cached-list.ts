import type { Cause, CloudChange, Listing } from '../../engine/ports/cloud.ts';
import type { Turns } from '../../engine/ports/turns.ts';
import { ok, type Result } from '../../model/failure.ts';
import type { ItemId } from '../../model/item-id.ts';
import type { Item } from '../../model/kind.ts';
import type { Read } from '../../model/request.ts';
import { CLASSES } from '../budget/shares.ts';
import type { Session } from '../http/session.ts';
import { isSince, type Moment, type Time } from '../time.ts';
import { type Collection, emptyCollection, type Step } from './collection.ts';
import { type Bookmark, UNREAD } from './page-size.ts';

/** A read in flight, shared by all waiting callers. */
export interface Flight<T> {
  readonly begun: Moment;
  readonly session: Session;
  readonly urge: Urge;
  readonly done: Promise<Result<T>>;
}

/** The cause of the most urgent waiting caller. */
export interface Urge {
  cause: Cause;
}

/** A caller, with the required start of the answer, and the cause. */
export interface Asker {
  readonly session: Session;
  readonly since: number;
  readonly cause: Cause;
}

/** Raises the urgency of a read in flight to that of a new caller. */
export function join(urge: Urge, cause: Cause): void {
  if (CLASSES.indexOf(cause.class) < CLASSES.indexOf(urge.cause.class)) urge.cause = cause;
}

/** Ids requested at about the same time: their number decides how they are read. */
export interface Batch {
  readonly ids: Set<ItemId>;
  readonly how: Promise<'list' | 'get'>;
  readonly decide: () => void;
}

/** A collection in use: its cached state, and its reads in flight. */
export interface CachedList<I extends Item> {
  readonly read: Read<I>;
  collection: Collection<I>;
  bookmark: Bookmark;
  /** Readable rows of the last page of the cached listing. */
  lastPage: readonly I[];
  /** Time of the last page of the cached listing, by the wall clock. */
  endedAt: number;
  flight: Flight<Listing<I>> | null;
  /** The listing after the current one, for callers that need a newer one. */
  next: Omit<Flight<Listing<I>>, 'begun'> | null;
  batch: Batch | null;
  /** Rows in flight, by id. */
  readonly rows: Map<ItemId, Flight<I>>;
  /** Times by the steady clock: first request, last request, and start of the last listing. */
  readonly wantedSince: number;
  askedAt: number;
  /** True if a caller needs its listing kept current. */
  isSwept: boolean;
  triedAt: number | null;
  /** True if an event reports a change. */
  isHurried: boolean;
  /** True if the last listing was answered with «not found»: the parent of the collection is gone,
   *  or hidden. */
  isMissing: boolean;
}

/** Dependencies shared by all cached lists of a view. */
export interface Surroundings {
  readonly time: Time;
  /** Time to collect ids before deciding how to read them. */
  readonly gatherMs: number;
  /** Yields the event loop while long listings are read. */
  readonly turns: Turns;
  /** Returns the current interval between two sweeps. */
  readonly sweepMs: () => number;
  readonly tell: (change: Omit<CloudChange, 'account'>) => void;
}

export const newCachedList = <I extends Item>(read: Read<I>, now: number): CachedList<I> => ({
  read,
  collection: emptyCollection(),
  bookmark: UNREAD,
  lastPage: [],
  endedAt: 0,
  flight: null,
  next: null,
  batch: null,
  rows: new Map(),
  wantedSince: now,
  askedAt: now,
  isSwept: false,
  triedAt: null,
  isHurried: false,
  isMissing: false,
});

/** A listing older than this number of sweeps is not served: the sweeps fail, or have stopped. */
const SERVED_SWEEPS = 3;

/** Reports whether a read begun at this moment may serve a caller that requires `since`. */
export const serves = ({ time, sweepMs }: Surroundings, begun: Moment, since: number): boolean =>
  isSince(begun, since, time) && time.elapsed() - begun.steady <= SERVED_SWEEPS * sweepMs();

/** Stores a new state of the cached list and reports the changes to the owners. */
export function keep<I extends Item>(
  around: Surroundings,
  cached: CachedList<I>,
  { collection, changed }: Step<I>,
): void {
  cached.collection = collection;
  if (changed.length > 0) around.tell({ collection: cached.read.path, ids: changed, hint: false });
}

/** Records whether the service finds the collection. Once it does not, the owners of the cached
 *  items are notified: no later listing reports what vanished. */
export function noteMissing<I extends Item>(
  { tell }: Surroundings,
  cached: CachedList<I>,
  isMissing: boolean,
): void {
  const ids = isMissing && !cached.isMissing ? [...cached.collection.items.keys()] : [];
  cached.isMissing = isMissing;
  if (ids.length > 0) tell({ collection: cached.read.path, ids, hint: true });
}

/** Returns the cached state as a listing that began at `startedAt`. */
export const listingOf = <I extends Item>(
  { collection, bookmark, lastPage, endedAt }: CachedList<I>,
  startedAt: Moment,
): Result<Listing<I>> =>
  ok({
    items: collection.items,
    listed: collection.listed,
    reread: () => collection.later.keys(),
    unread: collection.unread,
    showed: (id) => collection.listed.has(id) || collection.unread.has(id),
    lastPage,
    isOnePage: bookmark.pages === 1,
    startedAt: startedAt.wall,
    begunElapsed: startedAt.steady,
    endedAt,
    trusted: collection.doubt === null,
  });
