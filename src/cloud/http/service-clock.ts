import type { Time } from '../time.ts';
import type { Answer } from './answer.ts';

/** The service's own clock, read from its answers. */
export interface ServiceClock {
  /** Reads an answer of the service. */
  observe(headers: Answer['headers']): void;
  /** Returns the time by the service's clock in whole milliseconds; the local time before the first
   *  answer. */
  now(): number;
}

/** Lifetime of the best reading: both clocks drift. */
const KEPT_MS = 300_000;

/** Reads the service's clock from the Date of its answers. A Date has whole seconds and is as old
 *  as its transfer: the reading that is furthest ahead is the best one. The steady clock measures
 *  the time between answers, so that the local wall clock does not matter. */
export function createServiceClock(time: Pick<Time, 'now' | 'elapsed'>): ServiceClock {
  let best: { readonly aheadMs: number; readonly readAt: number } | null = null;
  return {
    observe: (headers) => {
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
