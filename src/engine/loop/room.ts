/** Objects that are looked at at the same time have at most so many characters together, of one
 *  kind. A pass holds its spec and the item several times over, as thousands of texts: 200 passes
 *  over the largest objects fill the heap, and each collection of garbage looks at every text. */
export const MOST_CHARACTERS = 5_000_000;

/** The room that passes share. */
export class Room {
  #taken = 0;

  /** Takes room for an object of this size (characters). An object always has room while no other
   *  has any. @returns false where there is not enough */
  take(size: number): boolean {
    if (this.#taken > 0 && this.#taken + size > MOST_CHARACTERS) return false;
    this.#taken += size;
    return true;
  }

  /** Gives back what was taken. */
  leave(size: number): void {
    this.#taken -= size;
  }
}
