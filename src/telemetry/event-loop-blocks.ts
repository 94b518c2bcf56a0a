/** Interval and resolution of the measurement (milliseconds). */
const LOOK_MS = 10;

/** The longest block of the event loop. */
export interface Blocks {
  /** Returns the longest block since the last call (milliseconds). A block that contains the call
   *  counts for the next one. */
  take(): number;
}

/** Measures the blocks of the event loop by the delay of timers. `monitorEventLoopDelay` omits the
 *  block in which it is reset, so that an answer with metrics would never show the cost of such
 *  answers. */
export function watchBlocks(): Blocks {
  let due = performance.now() + LOOK_MS;
  let longest = 0;
  const look = (): void => {
    const now = performance.now();
    longest = Math.max(longest, now - due);
    due = now + LOOK_MS;
  };
  setInterval(look, LOOK_MS).unref();
  return {
    take: () => {
      const taken = longest;
      longest = 0;
      return taken;
    },
  };
}
