import type { UnreadRow } from '../../engine/ports/cloud.ts';
import { packed } from '../../json/packed.ts';
import { type Failure, fail, ok, type Result } from '../../model/failure.ts';
import type { ItemId } from '../../model/item-id.ts';
import type { Item } from '../../model/kind.ts';
import { parsed } from '../http/parsed.ts';
import { isSince, momentOf } from '../time.ts';
import {
  type Asker,
  type Batch,
  type CachedList,
  type Flight,
  join,
  type Surroundings,
  serves,
} from './cached-list.ts';
import { takeRow } from './collection.ts';
import { isUnderWay, list } from './listing.ts';

/** Returns one row of a cached list, read at `since` or later. Collects requests for a moment: when
 *  they name more ids than the collection has pages, one listing reads them all, otherwise each is
 *  read by id. A row missing from a listing is always confirmed by id. */
export async function row<I extends Item>(
  around: Surroundings,
  cached: CachedList<I>,
  id: ItemId,
  asker: Asker,
): Promise<Result<I>> {
  const known = heldRow(around, cached, id, asker.since);
  if (known !== null) return known;
  const how = isUnderWay(cached, asker.since, around) ? 'list' : await gatherUp(around, cached, id);
  if (how === 'get') return getRow(around, cached, id, asker);
  const listing = await list(around, cached, asker);
  if (!listing.ok) return listing;
  const { items, unread } = listing.value;
  const item = items.get(id);
  return item === undefined
    ? (failureOf(unread.get(id)) ?? getRow(around, cached, id, asker))
    : ok(item);
}

const noSuchItem = (path: string, id: ItemId): { readonly ok: false; readonly failure: Failure } =>
  fail({ code: 'NotFound', detail: `there is no ${path}/${id}` });

/** Returns the cached row if it is new enough; null otherwise. */
function heldRow<I extends Item>(
  around: Surroundings,
  { collection, read }: CachedList<I>,
  id: ItemId,
  since: number,
): Result<I> | null {
  const later = collection.later.get(id);
  if (later !== undefined && serves(around, later.at, since))
    return later.item === null ? noSuchItem(read.path, id) : ok(later.item);
  const item = collection.items.get(id);
  const isNew = collection.startedAt !== null && serves(around, collection.startedAt, since);
  if (!isNew) return null;
  return item === undefined ? failureOf(collection.unread.get(id)) : ok(item);
}

/** Returns the failure of an unreadable row; null where there is no such row. */
const failureOf = (unread: UnreadRow | undefined): Result<never> | null =>
  unread === undefined ? null : fail(unread.failure);

function gatherUp<I extends Item>(
  around: Surroundings,
  cached: CachedList<I>,
  id: ItemId,
): Promise<'list' | 'get'> {
  cached.batch ??= newBatch(around, cached);
  cached.batch.ids.add(id);
  return cached.batch.how;
}

function newBatch<I extends Item>({ time, gatherMs }: Surroundings, cached: CachedList<I>): Batch {
  const ids = new Set<ItemId>();
  const { promise: how, resolve } = Promise.withResolvers<'list' | 'get'>();
  const decide = (): void => {
    cached.batch = null;
    resolve(ids.size > cached.bookmark.pages ? 'list' : 'get');
  };
  time.after(gatherMs, decide);
  return { ids, how, decide };
}

async function getRow<I extends Item>(
  around: Surroundings,
  cached: CachedList<I>,
  id: ItemId,
  asker: Asker,
): Promise<Result<I>> {
  const { session, since, cause } = asker;
  const running = cached.rows.get(id);
  if (
    running !== undefined &&
    running.session === session &&
    isSince(running.begun, since, around.time)
  ) {
    join(running.urge, cause);
    return running.done;
  }
  const begun = momentOf(around.time);
  const urge = { cause };
  const done = readRow(cached, id, { begun, session, urge }).finally(() => {
    if (cached.rows.get(id)?.done === done) cached.rows.delete(id);
  });
  cached.rows.set(id, { begun, session, urge, done });
  return done;
}

async function readRow<I extends Item>(
  cached: CachedList<I>,
  id: ItemId,
  { begun, session, urge }: Omit<Flight<I>, 'done'>,
): Promise<Result<I>> {
  const { path, schema } = cached.read;
  const reply = await session.get({ path: `${path}/${id}` }, () => urge.cause);
  if (!reply.ok) {
    if (reply.failure.code === 'NotFound')
      cached.collection = takeRow(cached.collection, id, null, begun);
    return reply;
  }
  const item = parsed(schema, reply.value.value, `item ${id}`);
  if (!item.ok) return item;
  if (item.value.id !== id)
    return fail({
      code: 'Unreadable',
      detail: `the answer to ${path}/${id} is item ${item.value.id}`,
    });
  cached.collection = takeRow(cached.collection, id, packed(item.value), begun);
  return item;
}
