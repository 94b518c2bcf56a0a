/** The recent count of one correction, and the time of the last one (milliseconds). */
export interface Repeat {
  readonly times: number;
  readonly at: number;
}

export type Repeats = Map<string, Repeat>;

/** Corrections of one field without a delay; further ones point to another writer that reverts
 *  them. */
const FREE = 2;
const FIRST_PAUSE_MS = 30_000;
const LONGEST_PAUSE_MS = 10 * 60_000;
/** A correction that was not needed for this long starts a new count. */
const FORGOTTEN_MS = 60 * 60_000;

/** Returns the delay before a repeated correction: none at first, then twice as long each time.
 *  @returns milliseconds, 0: none */
export function pauseBefore(repeats: Repeats, step: string, now: number): number {
  const last = repeats.get(step);
  if (last === undefined || last.times < FREE || now - last.at > FORGOTTEN_MS) return 0;
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** (last.times - FREE), LONGEST_PAUSE_MS);
  return Math.max(0, last.at + pause - now);
}

/** Records a correction. */
export function noteRepeat(repeats: Repeats, step: string, now: number): void {
  const last = repeats.get(step);
  const isLate = last === undefined || now - last.at > FORGOTTEN_MS;
  repeats.set(step, { times: isLate ? 1 : last.times + 1, at: now });
}
