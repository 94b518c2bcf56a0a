import type { Listing } from '../../engine/ports/cloud.ts';
import type { Result } from '../../model/failure.ts';
import type { Item } from '../../model/kind.ts';
import type { Read } from '../../model/request.ts';
import { type Asker, type CachedList, newCachedList, type Surroundings } from './cached-list.ts';
import { noteDeleted } from './collection.ts';
import { list } from './listing.ts';
import { row } from './rows.ts';

/** What is known of one view of an account: one cached list per collection that somebody uses,
 *  shared by all who look. */
export interface Inventory {
  list<I extends Item>(read: Read<I>, asker: Asker): Promise<Result<Listing<I>>>;
  item<I extends Item>(read: Read<I>, id: number, asker: Asker): Promise<Result<I>>;
  /** Our own DELETE of this path was answered with success. */
  deleted(path: string): void;
  /** Those whose listings are kept current. */
  cachedLists(): readonly CachedList<Item>[];
  /** Those that nobody asked for since then. @param time by the steady clock */
  idleSince(time: number): readonly CachedList<Item>[];
  /** Nobody asked for it in a long time. Its owners are told once: who still wants it asks, and it
   *  comes back. */
  drop(cached: CachedList<Item>): void;
  /** Ends the waiting of those who wait for company. */
  close(): void;
}

const PLACE = /^(.+)\/(\d{1,15})$/;

/** The collection and the id of an item's path; null where it is none. */
export function placeOf(path: string): { readonly collection: string; readonly id: number } | null {
  const [, collection, id] = PLACE.exec(path) ?? [];
  return collection === undefined ? null : { collection, id: Number(id) };
}

export function createInventory(around: Surroundings): Inventory {
  let cachedLists: readonly CachedList<Item>[] = [];
  /** Two that read the same path as different things have a cached list each. A schema must
   *  therefore be made once, not for each call. */
  const cachedListFor = <I extends Item>(read: Read<I>): CachedList<I> => {
    const now = around.time.elapsed();
    const known = cachedLists.find(
      (cached) => cached.read.path === read.path && cached.read.schema === read.schema,
    );
    const cached = known ?? newCachedList<Item>(read, now);
    if (known === undefined) cachedLists = [...cachedLists, cached];
    cached.askedAt = now;
    cached.isSwept ||= read.isOccasional !== true;
    // What was read by this schema is what it reads: the one place where the cached list's type is
    // remembered.
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
