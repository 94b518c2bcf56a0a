import type { Cause, CloudChange, Listing } from '../../engine/ports/cloud.ts';
import type { Turns } from '../../engine/ports/turns.ts';
import { ok, type Result } from '../../model/failure.ts';
import type { Item } from '../../model/kind.ts';
import type { Read } from '../../model/request.ts';
import { CLASSES } from '../budget/shares.ts';
import type { Session } from '../http/session.ts';
import { isSince, type Moment, type Time } from '../time.ts';
import { type Collection, emptyCollection, type Step } from './collection.ts';
import { type Bookmark, UNREAD } from './page-size.ts';

/** A read that is under way for all who wait for it. */
export interface Flight<T> {
  readonly begun: Moment;
  readonly session: Session;
  readonly urge: Urge;
  readonly done: Promise<Result<T>>;
}

/** The most urgent of those who wait. */
export interface Urge {
  cause: Cause;
}

/** Who asks, how new the answer must be, and why. */
export interface Asker {
  readonly session: Session;
  readonly since: number;
  readonly cause: Cause;
}

/** Whoever joins makes what is under way as urgent as himself. */
export function join(urge: Urge, cause: Cause): void {
  if (CLASSES.indexOf(cause.class) < CLASSES.indexOf(urge.cause.class)) urge.cause = cause;
}

/** Ids that are wanted at about the same time: together they decide how they are read. */
export interface Batch {
  readonly ids: Set<number>;
  readonly how: Promise<'list' | 'get'>;
  readonly decide: () => void;
}

/** A collection in use: what is held of it, and what is under way for it. */
export interface CachedList<I extends Item> {
  readonly read: Read<I>;
  collection: Collection<I>;
  bookmark: Bookmark;
  /** The readable rows of the last page of the listing that is held. */
  lastPage: readonly I[];
  /** When the last page of the listing that is held was there, by the clock on the wall. */
  endedAt: number;
  flight: Flight<Listing<I>> | null;
  /** The listing after the present one, for those whom the present one is too old for. */
  next: Omit<Flight<Listing<I>>, 'begun'> | null;
  batch: Batch | null;
  /** Rows that are being read, by id. */
  readonly rows: Map<number, Flight<I>>;
  /** By the steady clock: when somebody first and last asked for it, and when it was last begun to
   *  be listed. */
  readonly wantedSince: number;
  askedAt: number;
  /** Somebody wants its listing kept current. */
  isSwept: boolean;
  triedAt: number | null;
  /** An event says that it changed. */
  isHurried: boolean;
  /** The last listing was answered with «not found»: what holds the collection is gone, or
   *  hidden. */
  isMissing: boolean;
}

/** What all cached lists of a view share. */
export interface Surroundings {
  readonly time: Time;
  /** How long ids are gathered before it is decided how to read them. */
  readonly gatherMs: number;
  /** Asked while long listings are read. */
  readonly turns: Turns;
  /** The time between two sweeps, as it is now. */
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

/** What sweeps should long have replaced is not served as if it were now: then they fail, or nobody
 *  looks. */
const SERVED_SWEEPS = 3;

/** Whether what was begun then may be served to who asks for nothing older than `since`. */
export const serves = ({ time, sweepMs }: Surroundings, begun: Moment, since: number): boolean =>
  isSince(begun, since, time) && time.elapsed() - begun.steady <= SERVED_SWEEPS * sweepMs();

/** Puts news into the cached list and tells the owners of what changed. */
export function keep<I extends Item>(
  around: Surroundings,
  cached: CachedList<I>,
  { collection, changed }: Step<I>,
): void {
  cached.collection = collection;
  if (changed.length > 0) around.tell({ collection: cached.read.path, ids: changed, hint: false });
}

/** Notes whether the service finds the collection. Once it does not, the owners of what is held are
 *  told: no later listing tells them of what vanished. */
export function noteMissing<I extends Item>(
  { tell }: Surroundings,
  cached: CachedList<I>,
  isMissing: boolean,
): void {
  const ids = isMissing && !cached.isMissing ? [...cached.collection.items.keys()] : [];
  cached.isMissing = isMissing;
  if (ids.length > 0) tell({ collection: cached.read.path, ids, hint: true });
}

/** What the cached list holds, as a listing that began at `startedAt`. */
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
