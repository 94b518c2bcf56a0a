import { setTimeout as pause } from 'node:timers/promises';
import type { Engine } from './engine/engine.ts';

/** How long passes under way may take to end. */
const DRAIN_MS = 20_000;

/** Terms of leadership: each has an engine of its own, so that nothing remembered in one is believed in the next. */
export interface Terms {
  /** The engine of this term; null while this process does not lead. */
  engine(): Engine | null;
  begin(): void;
  /** Starts no new pass and waits, not for ever, for those under way. */
  end(): Promise<void>;
}

export function createTerms(newEngine: () => Engine): Terms {
  let engine: Engine | null = null;
  return {
    engine: () => engine,
    begin: () => {
      engine = newEngine();
      engine.start();
    },
    end: async () => {
      const last = engine;
      engine = null;
      await Promise.race([last?.stop(), pause(DRAIN_MS, undefined, { ref: false })]);
    },
  };
}
