import type { Time } from '../time.ts';

const FIRST_MS = 200;
const BETWEEN_WATCHES_MS = 100;
/** The same for every failure: a server that has just come back refuses for a moment what it allows
 *  afterwards. */
const LONGEST_MS = 10_000;
const LONGEST_ASKED_MS = 60_000;

/** How long to wait before the next try, in milliseconds: twice as long after each failure, between
 *  half and the whole of it by chance, and never less than the API server asks for. `failures` 0:
 *  nothing is wrong, only not everybody at once.
 *  @param askedMs what the API server asked for; null when it did not */
export function backoffMs(
  failures: number,
  askedMs: number | null,
  time: Pick<Time, 'random'>,
): number {
  if (failures === 0) return time.random() * BETWEEN_WATCHES_MS;
  const whole = Math.min(FIRST_MS * 2 ** Math.min(failures - 1, 20), LONGEST_MS);
  return Math.max(Math.min(askedMs ?? 0, LONGEST_ASKED_MS), whole * (0.5 + time.random() / 2));
}
