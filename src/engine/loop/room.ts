/** Limit of the characters of the objects of one kind that are reconciled at the same time. A pass
 *  holds its spec and its item several times, as thousands of strings: 200 passes over the largest
 *  objects fill the heap, and each garbage collection visits every string. */
export const MOST_CHARACTERS = 5_000_000;

/** The memory budget that passes share. */
export class Room {
  #taken = 0;

  /** Reserves room for an object of this size (characters). A single object always fits. @returns
   *  false if there is not enough room */
  take(size: number): boolean {
    if (this.#taken > 0 && this.#taken + size > MOST_CHARACTERS) return false;
    this.#taken += size;
    return true;
  }

  /** Releases reserved room. */
  leave(size: number): void {
    this.#taken -= size;
  }
}
