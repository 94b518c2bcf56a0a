/** One that does not come back for this long after its time is no longer waited for. */
const LATE_MS = 60_000;

interface Place {
  readonly circle: string;
  readonly due: number;
}

/** Who waits for room under the brake, in order of arrival: an object that comes later takes no
 *  room from one that waits. */
export class BrakeQueue {
  /** By uid, in order of arrival. */
  readonly #places = new Map<string, Place>();

  /** How many wait in a circle and came before this object. @param now milliseconds */
  ahead(circle: string, uid: string, now: number): number {
    let count = 0;
    for (const [other, place] of this.#places) {
      if (other === uid) break;
      if (place.due + LATE_MS < now) this.#places.delete(other);
      else if (place.circle === circle) count++;
    }
    return count;
  }

  /** Takes the last place, or keeps the one that it has. @param due when it is expected back
   *  (milliseconds) */
  join(circle: string, uid: string, due: number): void {
    this.#places.set(uid, { circle, due });
  }

  leave(uid: string): void {
    this.#places.delete(uid);
  }
}
