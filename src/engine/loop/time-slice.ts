import type { Alarm } from '../ports/alarm.ts';
import type { Clock } from '../ports/cloud.ts';

/** Work without a pause takes at most about this long (milliseconds): renewals of the lease, probes
 *  and answers have their turn between two slices. */
export const SLICE_MS = 10;

/** Time since work began without giving the event loop a turn. */
export class Slice {
  readonly #clock: Clock;
  #from: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#from = clock.elapsed();
  }

  /** The event loop has just had its turn. */
  begin(): void {
    this.#from = this.#clock.elapsed();
  }

  /** Gives the event loop its turn, and begins another slice. */
  async rest(alarm: (ring: () => void) => Alarm): Promise<void> {
    await new Promise<void>((resolve) => alarm(resolve).set(this.#clock.elapsed()));
    this.begin();
  }

  /** Whether the event loop is to have its turn before more work begins. */
  isOver(): boolean {
    return this.#clock.elapsed() - this.#from >= SLICE_MS;
  }
}
