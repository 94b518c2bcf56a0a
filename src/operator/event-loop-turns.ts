import type { Turns } from '../engine/ports/turns.ts';

/** Work goes on for so long at most before the event loop has its turn (milliseconds). */
const SLICE_MS = 10;

/** Turns by the event loop of this process: in each, probes, renewals of the Lease and answers are
 *  handled. A turn without work counts for nothing. */
export function eventLoopTurns(): Turns {
  /** When the first work of this turn began; null while there was none. */
  let began: number | null = null;
  const resting: (() => void)[] = [];
  const begin = (): void => {
    began = performance.now();
    setImmediate(turn);
  };
  const turn = (): void => {
    began = null;
    const next = resting.shift();
    if (next === undefined) return;
    begin();
    next();
  };
  return {
    isOver: () => {
      if (began === null) begin();
      return resting.length > 0 || performance.now() - (began ?? 0) >= SLICE_MS;
    },
    rest: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      resting.push(resolve);
      if (began === null) begin();
      return promise;
    },
  };
}
