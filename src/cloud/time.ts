import type { Clock } from '../engine/ports/cloud.ts';

/** Time as this adapter needs it. A test brings its own. */
export interface Time extends Clock {
  /** Calls once, after so many milliseconds; what comes back cancels it. */
  after(ms: number, wake: () => void): () => void;
}

/** The machine's own time. Its timers keep no process alive. */
export const systemTime: Time = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  after: (ms, wake) => {
    const timeout = setTimeout(wake, ms);
    timeout.unref();
    return () => clearTimeout(timeout);
  },
};

/** A moment by both clocks: `wall` to compare with what others say, `steady` to tell what came
 *  first whatever was done to the clock. */
export interface Moment {
  readonly wall: number;
  readonly steady: number;
}

export const momentOf = (time: Pick<Time, 'now' | 'elapsed'>): Moment => ({
  wall: time.now(),
  steady: time.elapsed(),
});

/** Whether something begun then is as new as `since` asks. What seems to come from the future was
 *  stamped before the clock was set back: it proves nothing. */
export const isSince = (begun: Moment, since: number, time: Pick<Time, 'now'>): boolean =>
  begun.wall >= since && begun.wall <= time.now();
