import type { Time } from '../time.ts';

const FIRST_MS = 200;
const BETWEEN_WATCHES_MS = 100;
/** Longest backoff, the same for every failure: a restarted server briefly refuses requests that it
 *  allows later. */
const LONGEST_MS = 10_000;
const LONGEST_ASKED_MS = 60_000;

/** Returns the delay before the next attempt (milliseconds): twice as long after each failure, with
 *  jitter between half and the whole of it, and at least what the API server requests. `failures`
 *  0: a short jitter without a failure.
 *  @param askedMs delay that the API server requested; null when it did not */
export function backoffMs(
  failures: number,
  askedMs: number | null,
  time: Pick<Time, 'random'>,
): number {
  if (failures === 0) return time.random() * BETWEEN_WATCHES_MS;
  const whole = Math.min(FIRST_MS * 2 ** Math.min(failures - 1, 20), LONGEST_MS);
  return Math.max(Math.min(askedMs ?? 0, LONGEST_ASKED_MS), whole * (0.5 + time.random() / 2));
}
