import type { Time } from '../time.ts';
import type { Answer } from './answer.ts';

/** The service's own clock, as its answers show it. */
export interface ServiceClock {
  /** An answer of the service came. */
  heard(headers: Answer['headers']): void;
  /** The time by the service's clock, in whole milliseconds; the time of this machine while no
   *  answer showed it. */
  now(): number;
}

/** A better reading is kept for no longer than this: both clocks drift. */
const KEPT_MS = 300_000;

/** Reads the service's clock from the Date of its answers. A Date is in whole seconds and as old as
 *  its way here: the reading that is furthest ahead is the best one. Time between answers is told
 *  by the steady clock, so that the clock of this machine does not matter. */
export function createServiceClock(time: Pick<Time, 'now' | 'elapsed'>): ServiceClock {
  let best: { readonly aheadMs: number; readonly readAt: number } | null = null;
  return {
    heard: (headers) => {
      const date = Date.parse(headers['date'] ?? '');
      if (Number.isNaN(date)) return;
      const readAt = time.elapsed();
      const aheadMs = date - readAt;
      if (best === null || aheadMs >= best.aheadMs || best.readAt + KEPT_MS <= readAt)
        best = { aheadMs, readAt };
    },
    now: () => (best === null ? time.now() : Math.floor(time.elapsed() + best.aheadMs)),
  };
}
