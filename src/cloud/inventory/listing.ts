import type { Listing, UnreadRow } from '../../engine/ports/cloud.ts';
import type { Turns } from '../../engine/ports/turns.ts';
import { isAlike, packed } from '../../json/packed.ts';
import { ok, type Result } from '../../model/failure.ts';
import type { ItemId } from '../../model/item-id.ts';
import type { Item } from '../../model/kind.ts';
import { parsed } from '../http/parsed.ts';
import type { Session } from '../http/session.ts';
import { isSince, type Moment, momentOf } from '../time.ts';
import {
  type Asker,
  type CachedList,
  type Flight,
  join,
  keep,
  listingOf,
  noteMissing,
  type Surroundings,
  serves,
  type Urge,
} from './cached-list.ts';
import { type Rows, takeListing } from './collection.ts';
import { meets } from './conditions.ts';
import { resized } from './page-size.ts';
import { gather, idOf } from './pages.ts';

/** Returns a listing begun at `since` or later: the cached one, the one in flight, or a new one, in
 *  this order. One listing is in flight at a time; callers that need a newer one share the next. */
export async function list<I extends Item>(
  around: Surroundings,
  cached: CachedList<I>,
  asker: Asker,
): Promise<Result<Listing<I>>> {
  await nextMoment(around, asker.since);
  const { startedAt } = cached.collection;
  if (startedAt !== null && serves(around, startedAt, asker.since))
    return listingOf(cached, startedAt);
  const flight = flightFor(around, cached, asker);
  join(flight.urge, asker.cause);
  const result = await flight.done;
  const isNotOurs = !result.ok && flight.session !== asker.session;
  return isNotOurs ? list(around, cached, asker) : result;
}

/** The resolution of the clock (milliseconds). */
const TICK_MS = 1;

/** Waits while `since` is the next moment of the clock. A listing that begins before it would serve
 *  its caller alone, and each caller notified of the same change would start another one. */
async function nextMoment({ time }: Surroundings, since: number): Promise<void> {
  const waitMs = since - time.now();
  if (waitMs <= 0 || waitMs > TICK_MS) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  time.after(waitMs, resolve);
  await promise;
}

/** Reports whether a sufficiently new listing is in flight. */
export const isUnderWay = <I extends Item>(
  { flight }: CachedList<I>,
  since: number,
  { time }: Surroundings,
): boolean => flight !== null && isSince(flight.begun, since, time);

type Joined<I> = Omit<Flight<Listing<I>>, 'begun'>;

function flightFor<I extends Item>(
  around: Surroundings,
  cached: CachedList<I>,
  { session, since, cause }: Asker,
): Joined<I> {
  const { flight } = cached;
  if (flight === null) return begin(around, cached, session, { cause });
  if (isUnderWay(cached, since, around)) return flight;
  if (cached.next !== null) return cached.next;
  const urge: Urge = { cause };
  const follow = (): Promise<Result<Listing<I>>> => {
    cached.next = null;
    return begin(around, cached, session, urge).done;
  };
  cached.next = { session, urge, done: flight.done.then(follow, follow) };
  return cached.next;
}

function begin<I extends Item>(
  around: Surroundings,
  cached: CachedList<I>,
  session: Session,
  urge: Urge,
): Joined<I> {
  const begun = momentOf(around.time);
  cached.triedAt = begun.steady;
  cached.isHurried = false;
  const done = readAll(around, cached, session, begun, urge).finally(() => {
    cached.flight = null;
  });
  cached.flight = { begun, session, urge, done };
  return cached.flight;
}

async function readAll<I extends Item>(
  around: Surroundings,
  cached: CachedList<I>,
  session: Session,
  begun: Moment,
  urge: Urge,
): Promise<Result<Listing<I>>> {
  let largest = 0;
  const { filter, path: rowsAt, listedAt: path = rowsAt } = cached.read;
  const asked = filter === undefined ? { path } : { path, filter: JSON.stringify(filter) };
  const ask = async (query: string): Promise<Result<unknown>> => {
    const reply = await session.get({ ...asked, query }, () => urge.cause);
    if (reply.ok) largest = Math.max(largest, reply.value.size ?? 0);
    return reply.ok ? ok(reply.value.value) : reply;
  };
  const gathered = await gather(
    ask,
    cached.bookmark,
    (given) => itemOf(cached, given),
    around.turns,
  );
  if (gathered.ok || gathered.failure.code === 'NotFound')
    noteMissing(around, cached, !gathered.ok);
  if (!gathered.ok) return gathered;
  const { rows, lastPage } = gathered.value;
  const news = await sorted(rows.filter(meets(filter)), around.turns);
  if (around.turns.isOver()) await around.turns.rest();
  cached.bookmark = resized(gathered.value, rows.length, largest);
  cached.lastPage = lastPage
    .filter(meets(filter))
    .flatMap((row) => ('item' in row ? [row.item] : []));
  cached.endedAt = around.time.now();
  keep(around, cached, takeListing(cached.collection, news, begun, around.sweepMs()));
  return listingOf(cached, begun);
}

/** A row by its id, as an item or as an unreadable one. */
type Taken<I> =
  | { readonly id: ItemId; readonly item: I }
  | { readonly id: ItemId; readonly unread: UnreadRow };

async function sorted<I extends Item>(rows: readonly Taken<I>[], turns: Turns): Promise<Rows<I>> {
  const [read, unread] = [new Map<ItemId, I>(), new Map<ItemId, UnreadRow>()];
  for (const row of rows) {
    if (turns.isOver()) await turns.rest();
    if ('item' in row) read.set(row.id, row.item);
    else unread.set(row.id, row.unread);
  }
  return { read, unread };
}

const isId = (id: unknown): id is ItemId => typeof id === 'string' || Number.isSafeInteger(id);

/** Parses a row. An unchanged row, as most are in a sweep, is not parsed again. An unreadable row
 *  is kept by its id: omitting it would make the item look deleted. A row without an id fails the
 *  listing, because it could be any item. */
function itemOf<I extends Item>(
  { collection, read }: CachedList<I>,
  given: unknown,
): Result<Taken<I>> {
  const id = idOf(given);
  const held = isId(id) ? collection.items.get(id) : undefined;
  if (held !== undefined && isAlike(held, given)) return ok({ id: held.id, item: held });
  const item = parsed(read.schema, given, isId(id) ? `item ${id}` : 'an item without an id');
  if (item.ok) return ok({ id: item.value.id, item: packed(item.value) });
  const isKnown = typeof given === 'object' && given !== null && isId(id);
  return isKnown ? ok({ id, unread: { given, failure: item.failure } }) : item;
}
