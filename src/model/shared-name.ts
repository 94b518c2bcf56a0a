/** How items are found that have the name of a wanted one. D: what is wanted; I: an item. */
export interface SharedName<D, I> {
  /** The name of an item, as it is stored. */
  readonly storedName: (item: I) => string;
  /** The names by which an item may be stored that has the name of a wanted one. */
  readonly namesOf: (desired: D) => readonly string[];
  /** Whether an item has that name. */
  readonly name: (desired: D, item: I) => boolean;
}
