import type { UnreadRow } from '../../engine/ports/cloud.ts';
import { isAlike } from '../../json/packed.ts';
import type { ItemId } from '../../model/item-id.ts';
import type { Item } from '../../model/kind.ts';
import type { Moment } from '../time.ts';
import { type Doubt, judgeVanished } from './vanishing.ts';

/** A row read by id after the listing began; `item` null: the service answered that there is
 *  none. */
export interface LaterRow<I> {
  readonly item: I | null;
  /** Start of the read. */
  readonly at: Moment;
}

/** The cached state of a collection. */
export interface Collection<I extends Item> {
  /** The last complete listing, with the later reads by id. */
  readonly items: ReadonlyMap<ItemId, I>;
  /** The last complete listing alone, for comparison with the next one. */
  readonly listed: ReadonlyMap<ItemId, I>;
  /** Unreadable rows of that listing: their items exist, and nothing more is known of them. */
  readonly unread: ReadonlyMap<ItemId, UnreadRow>;
  /** Start of the listing; null before the first one. */
  readonly startedAt: Moment | null;
  readonly later: ReadonlyMap<ItemId, LaterRow<I>>;
  /** Ids that the operator's own DELETE removed and that the next listing will lack. */
  readonly leaving: ReadonlySet<ItemId>;
  readonly doubt: Doubt | null;
}

export const emptyCollection = <I extends Item>(): Collection<I> => ({
  items: new Map(),
  listed: new Map(),
  unread: new Map(),
  startedAt: null,
  later: new Map(),
  leaving: new Set(),
  doubt: null,
});

/** A new state of a collection, and the ids whose owners are notified. */
export interface Step<I extends Item> {
  readonly collection: Collection<I>;
  readonly changed: readonly ItemId[];
}

/** Rows of a complete listing, by id. */
export interface Rows<I extends Item> {
  readonly read: ReadonlyMap<ItemId, I>;
  readonly unread: ReadonlyMap<ItemId, UnreadRow>;
}

/** Merges a complete listing. Rows read by id after it began keep that result. Earlier such reads
 *  are known to the owners: a change that was reverted equals the previous listing, and a new item
 *  that is gone was in none. A vanished item is reported only once the absence is confirmed:
 *  vanishing.ts. The first listing reports nothing: callers request its items.
 *  @param spacingMs minimum distance of two listings that confirm a doubt */
export function takeListing<I extends Item>(
  before: Collection<I>,
  rows: Rows<I>,
  startedAt: Moment,
  spacingMs: number,
): Step<I> {
  const { unread } = rows;
  const isThere = (id: ItemId): boolean => rows.read.has(id) || unread.has(id);
  const listed = new Map<ItemId, I>();
  for (const [id, item] of rows.read) listed.set(id, keepSame(before.listed.get(id), item));
  const later = new Map([...before.later].filter(([, row]) => row.at.steady > startedAt.steady));
  const read = [...before.later].flatMap(([id, { item }]) =>
    item === null || later.has(id) || before.listed.has(id) ? [] : [id],
  );
  const gone = [...goneOf(before.listed, isThere), ...goneOf(before.unread, isThere)];
  gone.push(...read.filter((id) => !isThere(id)));
  const known = before.listed.size + before.unread.size + read.length;
  const unasked = gone.filter((id) => !before.leaving.has(id));
  const seen = { unasked, of: known, has: isThere, at: startedAt.steady, spacingMs };
  const { doubt, believed } = judgeVanished(before.doubt, seen);
  const news = before.startedAt === null ? [] : newsOf(before, listed);
  const spoilt =
    before.startedAt === null ? [] : [...unread.keys()].filter((id) => !before.unread.has(id));
  const leaving = new Set([...before.leaving].filter(isThere));
  return {
    collection: {
      items: withLater(listed, later),
      listed,
      unread,
      startedAt,
      later,
      leaving,
      doubt,
    },
    changed: [
      ...new Set([...news, ...spoilt, ...gone.filter((id) => before.leaving.has(id)), ...believed]),
    ],
  };
}

/** Returns the ids that are gone. Iterates without a copy, because a collection may have tens of
 *  thousands of items. */
function goneOf(
  known: ReadonlyMap<ItemId, unknown>,
  isThere: (id: ItemId) => boolean,
): readonly ItemId[] {
  const gone: ItemId[] = [];
  for (const id of known.keys()) if (!isThere(id)) gone.push(id);
  return gone;
}

function newsOf<I extends Item>(
  before: Collection<I>,
  listed: ReadonlyMap<ItemId, I>,
): readonly ItemId[] {
  const news: ItemId[] = [];
  for (const [id, item] of listed) if (isNews(before, id, item)) news.push(id);
  return news;
}

/** Reports whether a row of a listing differs from the previous listing, or from a later read by
 *  id. */
function isNews<I extends Item>(before: Collection<I>, id: ItemId, item: I): boolean {
  const read = before.later.get(id);
  return (
    item !== before.listed.get(id) ||
    (read !== undefined && (read.item === null || !isAlike(read.item, item)))
  );
}

/** Keeps the previous object of an unchanged item, so that equal items are identical. */
const keepSame = <I>(before: I | undefined, now: I): I =>
  before !== undefined && isAlike(before, now) ? before : now;

function withLater<I>(
  listed: ReadonlyMap<ItemId, I>,
  later: ReadonlyMap<ItemId, LaterRow<I>>,
): ReadonlyMap<ItemId, I> {
  if (later.size === 0) return listed;
  const items = new Map(listed);
  for (const [id, { item }] of later) {
    if (item === null) items.delete(id);
    else items.set(id, item);
  }
  return items;
}

/** Merges a row read by id. Notifies no owner: the caller knows, and the owner is notified by the
 *  next listing.
 *  @param item null: there is none  @param at start of the read */
export function takeRow<I extends Item>(
  before: Collection<I>,
  id: ItemId,
  item: I | null,
  at: Moment,
): Collection<I> {
  const known = before.later.get(id);
  if (known !== undefined && known.at.steady > at.steady) return before;
  const held = before.items.get(id);
  const row = item === null ? null : keepSame(held, item);
  const later = new Map([...before.later, [id, { item: row, at }]]);
  return {
    ...before,
    later,
    items:
      row === (held ?? null)
        ? before.items
        : withLater(before.items, new Map([[id, { item: row, at }]])),
  };
}

/** Records a successful DELETE of an item by the operator. */
export const noteDeleted = <I extends Item>(before: Collection<I>, id: ItemId): Collection<I> => ({
  ...before,
  leaving: new Set([...before.leaving, id]),
});
