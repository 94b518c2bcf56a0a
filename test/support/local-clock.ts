import type { Time } from '../../src/cloud/time.ts';
import type { Clock } from '../../src/engine/ports/cloud.ts';
import type { VirtualTime } from './virtual-time.ts';

/** The clock of the machine that the operator runs on: somebody may put it forward or back, while
 *  time itself goes on. */
export class LocalClock implements Clock {
  readonly #time: VirtualTime;
  /** How much it is ahead of the service's clock, in milliseconds. */
  aheadMs = 0;

  constructor(time: VirtualTime) {
    this.#time = time;
  }

  now(): number {
    return this.#time.now() + this.aheadMs;
  }

  elapsed(): number {
    return this.#time.elapsed();
  }

  /** The time of an adapter. */
  get adapterTime(): Time {
    return {
      now: () => this.now(),
      elapsed: () => this.elapsed(),
      after: (ms, wake) => this.#time.at(this.#time.now() + ms, wake),
    };
  }
}
