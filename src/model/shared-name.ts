/** Finds items with the name of a desired one. D: the desired state; I: an item. */
export interface SharedName<D, I> {
  /** Returns the name of an item as stored. */
  readonly storedName: (item: I) => string;
  /** Returns the stored names that an item with the desired name may have. */
  readonly namesOf: (desired: D) => readonly string[];
  /** Reports whether an item has that name. */
  readonly name: (desired: D, item: I) => boolean;
}
