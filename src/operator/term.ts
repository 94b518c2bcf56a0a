import { setTimeout as pause } from 'node:timers/promises';

/** How long passes under way may take to end. */
const DRAIN_MS = 20_000;

/** What works for one term. */
export interface Working {
  start(): void;
  /** Starts nothing new; resolves when what is under way has ended. */
  stop(): Promise<void>;
}

/** Terms of leadership: each has an engine of its own, so that nothing remembered in one is
 *  believed in the next. */
export interface Terms<E extends Working> {
  /** The engine of this term; null while this process does not lead. */
  engine(): E | null;
  /** Begins a term, after the passes of the one before have ended: a late one would work beside the
   *  new. */
  begin(): Promise<void>;
  /** Starts no new pass and waits, not for ever, for those under way. */
  end(): Promise<void>;
}

export function createTerms<E extends Working>(newEngine: () => E, drainMs = DRAIN_MS): Terms<E> {
  let engine: E | null = null;
  let ending = Promise.resolve();
  let turn = 0;
  const end = async (): Promise<void> => {
    turn++;
    const last = engine;
    engine = null;
    if (last !== null)
      ending = Promise.race([last.stop(), pause(drainMs, undefined, { ref: false })]);
    await ending;
  };
  const begin = async (): Promise<void> => {
    const mine = ++turn;
    await ending;
    if (turn !== mine) return;
    engine = newEngine();
    engine.start();
  };
  return { engine: () => engine, begin, end };
}
