import type { ItemId } from '../../model/item-id.ts';
import { type ObjectKey } from '../../model/object-key.ts';
import type { CloudChange } from '../ports/cloud.ts';

/** Location of an object's item; the id is null while the item does not exist. */
export interface Place {
  readonly account: string;
  readonly collection: string;
  readonly id: ItemId | null;
}

/** Indexes the objects to wake when an item changes. */
export class Owners {
  readonly #places = new Map<ObjectKey, Place>();
  readonly #byItem = new Map<string, Set<ObjectKey>>();

  /** Sets the location of the item of `key`; replaces the previous one. */
  set(key: ObjectKey, place: Place): void {
    const before = this.#places.get(key);
    if (
      before !== undefined &&
      before.account === place.account &&
      before.collection === place.collection &&
      before.id === place.id
    )
      return;
    this.drop(key);
    this.#places.set(key, place);
    const thing = itemKey(place.account, place.collection, place.id);
    this.#byItem.set(thing, (this.#byItem.get(thing) ?? new Set()).add(key));
  }

  drop(key: ObjectKey): void {
    const place = this.#places.get(key);
    if (place === undefined) return;
    this.#places.delete(key);
    const thing = itemKey(place.account, place.collection, place.id);
    const keys = this.#byItem.get(thing);
    keys?.delete(key);
    if (keys?.size === 0) this.#byItem.delete(thing);
  }

  /** Returns the owners of the changed items, and the objects that search for an item in the same
   *  collection. */
  of(change: CloudChange): readonly ObjectKey[] {
    const things = [null, ...change.ids].map((id) =>
      itemKey(change.account, change.collection, id),
    );
    return [...new Set(things.flatMap((thing) => [...(this.#byItem.get(thing) ?? [])]))];
  }
}

const itemKey = (account: string, collection: string, id: ItemId | null): string =>
  `${account}|${collection}|${id ?? ''}`;
