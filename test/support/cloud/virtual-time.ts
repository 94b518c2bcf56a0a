import type { Time } from '../../../src/cloud/time.ts';

/** A manual clock. */
export interface VirtualTime extends Time {
  /** Advances the clock and calls due timers in order; the effects of each call run before the
   *  next. */
  advance(ms: number): Promise<void>;
  /** Sets the wall clock only. */
  setWall(ms: number): void;
  readonly pending: () => number;
}

/** Runs everything that needs no time. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export function virtualTime(wallMs = 1_000_000): VirtualTime {
  let steady = 0;
  let wall = wallMs;
  let timers: readonly { readonly at: number; readonly wake: () => void }[] = [];
  const advance = async (ms: number): Promise<void> => {
    const end = steady + ms;
    await settled();
    for (;;) {
      const [next] = timers.filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at);
      if (next === undefined) break;
      timers = timers.filter((timer) => timer !== next);
      wall += Math.max(0, next.at - steady);
      steady = Math.max(steady, next.at);
      next.wake();
      await settled();
    }
    wall += end - steady;
    steady = end;
  };
  return {
    now: () => wall,
    elapsed: () => steady,
    after: (ms, wake) => {
      const timer = { at: steady + ms, wake };
      timers = [...timers, timer];
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    advance,
    setWall: (ms) => {
      wall = ms;
    },
    pending: () => timers.length,
  };
}
