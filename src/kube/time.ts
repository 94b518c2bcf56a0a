import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../engine/ports/cloud.ts';

/** The clock and random source of this adapter. Tests supply their own. */
export interface Time extends Clock {
  /** Resolves after this many milliseconds, or at once when the signal is aborted; never
   *  rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Returns a number of at least 0 and less than 1. */
  random(): number;
}

/** The machine's clock. */
export const systemTime: Time = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  sleep: async (ms, signal) => {
    try {
      await pause(ms, undefined, signal === undefined ? {} : { signal });
    } catch (error) {
      if (signal?.aborted !== true) throw error;
    }
  },
  random: () => Math.random(),
};

/** Formats a moment as Kubernetes' MicroTime, with exactly six digits of a second. */
export const microTime = (epochMs: number): string =>
  new Date(epochMs).toISOString().replace('Z', '000Z');
