import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../engine/ports/cloud.ts';

/** Time and chance, as the adapter needs them. A test brings its own. */
export interface Time extends Clock {
  /** Resolves after so many milliseconds, or at once when the signal is aborted; never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** At least 0, less than 1. */
  random(): number;
}

/** The machine's own time. */
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

/** A moment as Kubernetes' MicroTime, which wants exactly six digits of a second. */
export const microTime = (epochMs: number): string =>
  new Date(epochMs).toISOString().replace('Z', '000Z');
