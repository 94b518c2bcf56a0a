import type { Time } from '../../src/cloud/time.ts';
import type { Alarm } from '../../src/engine/loop/controller.ts';
import type { Clock } from '../../src/engine/ports/cloud.ts';
import type { VirtualTime } from './virtual-time.ts';

/** The clock of the machine that the operator runs on: somebody may put it forward or back, while time itself goes on. */
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

  /** An alarm for a controller: it was set by this clock, and rings after the time that was left by it then. */
  readonly alarm = (ring: () => void): Alarm => {
    const alarm = this.#time.alarm(ring);
    return { set: (at) => alarm.set(at === undefined ? undefined : at - this.aheadMs) };
  };

  /** The time of an adapter. */
  get adapterTime(): Time {
    return { now: () => this.now(), elapsed: () => this.#time.now(), after: (ms, wake) => this.#time.at(this.#time.now() + ms, wake) };
  }
}
