import type { Turns } from '../engine/ports/turns.ts';

/** Longest work before the event loop runs (milliseconds). */
const SLICE_MS = 10;

/** Turns by the event loop of this process, which handles probes, lease renewals and answers. A
 *  turn without work does not count. @param now steady time, in milliseconds */
export function eventLoopTurns(now = (): number => performance.now()): Turns {
  /** Start of the first work in this turn; null before it. */
  let began: number | null = null;
  const resting: (() => void)[] = [];
  const begin = (): void => {
    began = now();
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
      return resting.length > 0 || now() - (began ?? 0) >= SLICE_MS;
    },
    rest: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      resting.push(resolve);
      if (began === null) begin();
      return promise;
    },
  };
}
