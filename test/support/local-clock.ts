import type { Time } from '../../src/cloud/time.ts';
import type { Clock } from '../../src/engine/ports/cloud.ts';
import type { VirtualTime } from './virtual-time.ts';

/** The clock of the operator's machine, which may be set forward or back independently of time. */
export class LocalClock implements Clock {
  readonly #time: VirtualTime;
  /** Offset from the service's clock in milliseconds. */
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

  /** Returns the clock for an adapter. */
  get adapterTime(): Time {
    return {
      now: () => this.now(),
      elapsed: () => this.elapsed(),
      after: (ms, wake) => this.#time.at(this.#time.now() + ms, wake),
    };
  }
}
