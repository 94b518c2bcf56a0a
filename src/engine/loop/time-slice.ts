import type { Alarm } from '../ports/alarm.ts';
import type { Clock } from '../ports/cloud.ts';

/** Longest uninterrupted work (milliseconds): lease renewals, probes and answers run between two
 *  slices. */
export const SLICE_MS = 10;

/** Measures the time since work began without yielding the event loop. */
export class Slice {
  readonly #clock: Clock;
  #from: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#from = clock.elapsed();
  }

  /** Starts a new slice after the event loop ran. */
  begin(): void {
    this.#from = this.#clock.elapsed();
  }

  /** Yields the event loop, and starts a new slice. */
  async rest(alarm: (ring: () => void) => Alarm): Promise<void> {
    await new Promise<void>((resolve) => alarm(resolve).set(this.#clock.elapsed()));
    this.begin();
  }

  /** Reports whether the current slice has ended. */
  isOver(): boolean {
    return this.#clock.elapsed() - this.#from >= SLICE_MS;
  }
}
