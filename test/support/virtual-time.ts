import type { Alarm } from '../../src/engine/ports/alarm.ts';
import type { Clock } from '../../src/engine/ports/cloud.ts';

interface Timer {
  readonly at: number;
  readonly ring: () => void;
}

/** A manual clock. Timers fire in order; everything else runs between two of them. */
export class VirtualTime implements Clock {
  #now: number;
  #timers: Timer[] = [];

  constructor(start = Date.UTC(2026, 0, 1)) {
    this.#now = start;
  }

  now(): number {
    return this.#now;
  }

  elapsed(): number {
    return this.#now;
  }

  /** Calls back at a time; returns the function that cancels it. */
  at(at: number, ring: () => void): () => void {
    const timer = { at: Math.max(at, this.#now), ring };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((one) => one !== timer);
    };
  }

  /** Creates an alarm for a controller. */
  readonly alarm = (ring: () => void): Alarm => {
    let cancel = (): void => undefined;
    return {
      set: (at) => {
        cancel();
        if (at !== undefined) cancel = this.at(at, ring);
      },
    };
  };

  /** Runs everything that needs no time. */
  async settle(): Promise<void> {
    for (let i = 0; i < 3; i++) await new Promise<void>((resolve) => setImmediate(resolve));
  }

  /** Advances the clock and fires due timers. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    await this.settle();
    for (;;) {
      const next = this.#timers.filter((one) => one.at <= end).sort((a, b) => a.at - b.at)[0];
      if (next === undefined) break;
      this.#timers = this.#timers.filter((one) => one !== next);
      this.#now = Math.max(this.#now, next.at);
      next.ring();
      await this.settle();
    }
    this.#now = end;
    await this.settle();
  }
}
