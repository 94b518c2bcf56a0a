import { setTimeout as pause } from 'node:timers/promises';

/** Longest wait for passes in flight (milliseconds). */
const DRAIN_MS = 20_000;

/** The worker of one term. */
export interface Working {
  start(): void;
  /** Starts nothing new; resolves when work in flight has ended. */
  stop(): Promise<void>;
}

/** Terms of leadership: each has an engine of its own, so that no memory of one term is trusted in
 *  the next. */
export interface Terms<E extends Working> {
  /** Returns the engine of this term; null while this process does not lead. */
  engine(): E | null;
  /** Begins a term after the passes of the previous one have ended: a late pass would run beside
   *  the new one. */
  begin(): Promise<void>;
  /** Starts no new pass and waits for those in flight, for a limited time. */
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
