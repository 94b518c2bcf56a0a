/** An object that does not return within this time (milliseconds) after its due time leaves the
 *  queue. */
const LATE_MS = 60_000;

interface Place {
  readonly circle: string;
  readonly due: number;
}

/** Orders the objects that wait for room under the brake by arrival: a later object takes no room
 *  from an earlier one. */
export class BrakeQueue {
  /** Places by uid, in order of arrival. */
  readonly #places = new Map<string, Place>();

  /** Counts the objects that wait in a circle ahead of this one. @param now milliseconds */
  ahead(circle: string, uid: string, now: number): number {
    let count = 0;
    for (const [other, place] of this.#places) {
      if (other === uid) break;
      if (place.due + LATE_MS < now) this.#places.delete(other);
      else if (place.circle === circle) count++;
    }
    return count;
  }

  /** Takes the last place, or keeps the existing one. @param due expected time of the next request
   *  (milliseconds) */
  join(circle: string, uid: string, due: number): void {
    this.#places.set(uid, { circle, due });
  }

  leave(uid: string): void {
    this.#places.delete(uid);
  }
}
