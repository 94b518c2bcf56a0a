/** The event loop is looked at this often (milliseconds). A block is measured to within that. */
const LOOK_MS = 10;

/** The longest block of the event loop. */
export interface Blocks {
  /** The longest block since this was asked last (milliseconds). A block in which this is asked
   *  counts for the next time. */
  take(): number;
}

/** Watches the event loop of this process from now on: a timer is late by what blocked it.
 *  `monitorEventLoopDelay` leaves out the block in which it is reset, so an answer with metrics
 *  never shows what such answers cost. */
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
