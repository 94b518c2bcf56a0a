import type { Listing } from '../../engine/ports/cloud.ts';
import type { Result } from '../../model/failure.ts';
import type { ItemId } from '../../model/item-id.ts';
import type { Item } from '../../model/kind.ts';
import type { Read } from '../../model/request.ts';
import { type Asker, type CachedList, newCachedList, type Surroundings } from './cached-list.ts';
import { noteDeleted } from './collection.ts';
import { list } from './listing.ts';
import { row } from './rows.ts';

/** The cached state of one view of an account: one cached list per collection in use, shared by all
 *  callers. */
export interface Inventory {
  list<I extends Item>(read: Read<I>, asker: Asker): Promise<Result<Listing<I>>>;
  item<I extends Item>(read: Read<I>, id: ItemId, asker: Asker): Promise<Result<I>>;
  /** Records a successful DELETE of this path by the operator. */
  deleted(path: string): void;
  /** Returns the lists that are kept current. */
  cachedLists(): readonly CachedList<Item>[];
  /** Returns the lists without a request since this time. @param time by the steady clock */
  idleSince(time: number): readonly CachedList<Item>[];
  /** Drops an idle list. Its owners are notified once: a caller that still needs the list requests
   *  it again. */
  drop(cached: CachedList<Item>): void;
  /** Ends the collection of ids into batches. */
  close(): void;
}

const PLACE = /^(.+)\/([\w-]{1,64})$/;

/** Parses an item's path into collection and id; null where it is none. */
export function placeOf(path: string): { readonly collection: string; readonly id: ItemId } | null {
  const [, collection, id] = PLACE.exec(path) ?? [];
  if (collection === undefined || id === undefined) return null;
  return { collection, id: /^\d{1,15}$/.test(id) ? Number(id) : id };
}

export function createInventory(around: Surroundings): Inventory {
  let cachedLists: readonly CachedList<Item>[] = [];
  /** Returns the cached list of a read. Two schemas for the same path have a cached list each, so
   *  that a schema must be created once, not per call. */
  const cachedListFor = <I extends Item>(read: Read<I>): CachedList<I> => {
    const now = around.time.elapsed();
    const known = cachedLists.find(
      (cached) => cached.read.path === read.path && cached.read.schema === read.schema,
    );
    const cached = known ?? newCachedList<Item>(read, now);
    if (known === undefined) cachedLists = [...cachedLists, cached];
    cached.askedAt = now;
    cached.isSwept ||= read.isOccasional !== true;
    // The schema determines the type of the items; the type system loses it only here.
    return cached as unknown as CachedList<I>;
  };
  return {
    list: (read, asker) => list(around, cachedListFor(read), asker),
    item: (read, id, asker) => row(around, cachedListFor(read), id, asker),
    deleted: (path) => {
      const place = placeOf(path);
      for (const cached of cachedLists) {
        if (cached.read.path === place?.collection)
          cached.collection = noteDeleted(cached.collection, place.id);
      }
    },
    cachedLists: () => cachedLists.filter(({ isSwept }) => isSwept),
    idleSince: (time) => cachedLists.filter(({ askedAt }) => askedAt <= time),
    drop: (cached) => {
      cachedLists = cachedLists.filter((other) => other !== cached);
      const ids = [...cached.collection.items.keys()];
      if (ids.length > 0) around.tell({ collection: cached.read.path, ids, hint: false });
    },
    close: () => {
      for (const cached of cachedLists) cached.batch?.decide();
    },
  };
}
