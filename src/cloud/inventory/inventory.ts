import type { Listing } from '../../engine/ports/cloud.ts';
import type { Result } from '../../model/failure.ts';
import type { Item } from '../../model/kind.ts';
import type { Read } from '../../model/request.ts';
import { noteDeleted } from './collection.ts';
import { list } from './listing.ts';
import { row } from './rows.ts';
import { type Asker, newShelf, type Shelf, type Surroundings } from './shelf.ts';

/** What is known of one view of an account: one shelf per collection that somebody uses, shared by all who look. */
export interface Inventory {
  list<I extends Item>(read: Read<I>, asker: Asker): Promise<Result<Listing<I>>>;
  item<I extends Item>(read: Read<I>, id: number, asker: Asker): Promise<Result<I>>;
  /** Our own DELETE of this path was answered with success. */
  deleted(path: string): void;
  /** Those whose listings are kept current. */
  shelves(): readonly Shelf<Item>[];
  /** Those that nobody asked for since then. @param time by the steady clock */
  idleSince(time: number): readonly Shelf<Item>[];
  /** Nobody asked for it in a long time. Its owners are told once: who still wants it asks, and it comes back. */
  drop(shelf: Shelf<Item>): void;
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
  let shelves: readonly Shelf<Item>[] = [];
  /** Two that read the same path as different things have a shelf each. A schema must therefore be made once, not for each call. */
  const shelfFor = <I extends Item>(read: Read<I>): Shelf<I> => {
    const now = around.time.elapsed();
    const known = shelves.find((shelf) => shelf.read.path === read.path && shelf.read.schema === read.schema);
    const shelf = known ?? newShelf<Item>(read, now);
    if (known === undefined) shelves = [...shelves, shelf];
    shelf.askedAt = now;
    shelf.isSwept ||= read.isOccasional !== true;
    // What was read by this schema is what it reads: the one place where the shelf's type is remembered.
    return shelf as unknown as Shelf<I>;
  };
  return {
    list: (read, asker) => list(around, shelfFor(read), asker),
    item: (read, id, asker) => row(around, shelfFor(read), id, asker),
    deleted: (path) => {
      const place = placeOf(path);
      for (const shelf of shelves) {
        if (shelf.read.path === place?.collection) shelf.collection = noteDeleted(shelf.collection, place.id);
      }
    },
    shelves: () => shelves.filter(({ isSwept }) => isSwept),
    idleSince: (time) => shelves.filter(({ askedAt }) => askedAt <= time),
    drop: (shelf) => {
      shelves = shelves.filter((other) => other !== shelf);
      const ids = [...shelf.collection.items.keys()];
      if (ids.length > 0) around.tell({ collection: shelf.read.path, ids, hint: false });
    },
    close: () => {
      for (const shelf of shelves) shelf.batch?.decide();
    },
  };
}
