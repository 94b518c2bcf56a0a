import type { Clock } from '../engine/ports/cloud.ts';

/** The clock and timers of this adapter. Tests supply their own. */
export interface Time extends Clock {
  /** Calls once after this many milliseconds; the returned function cancels it. */
  after(ms: number, wake: () => void): () => void;
}

/** The machine's clock. Its timers keep no process alive. */
export const systemTime: Time = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  after: (ms, wake) => {
    const timeout = setTimeout(wake, ms);
    timeout.unref();
    return () => clearTimeout(timeout);
  },
};

/** A moment by both clocks: `wall` to compare with external times, `steady` to order events
 *  whatever happens to the wall clock. */
export interface Moment {
  readonly wall: number;
  readonly steady: number;
}

export const momentOf = (time: Pick<Time, 'now' | 'elapsed'>): Moment => ({
  wall: time.now(),
  steady: time.elapsed(),
});

/** Reports whether something begun then satisfies `since`. A moment in the future was recorded
 *  before the clock was set back: it proves nothing. */
export const isSince = (begun: Moment, since: number, time: Pick<Time, 'now'>): boolean =>
  begun.wall >= since && begun.wall <= time.now();
