/** How often one correction was made lately, and when the last time (milliseconds). */
export interface Repeat {
  readonly times: number;
  readonly at: number;
}

export type Repeats = Map<string, Repeat>;

/** So many corrections of one thing come at once; after that somebody, or something, works against
 *  us. */
const FREE = 2;
const FIRST_PAUSE_MS = 30_000;
const LONGEST_PAUSE_MS = 10 * 60_000;
/** A correction that was not needed for this long counts from the beginning. */
const FORGOTTEN_MS = 60 * 60_000;

/** How long to wait before a correction is made once more: nothing at first, then twice as long
 *  each time. @returns milliseconds, 0: none */
export function pauseBefore(repeats: Repeats, step: string, now: number): number {
  const last = repeats.get(step);
  if (last === undefined || last.times < FREE || now - last.at > FORGOTTEN_MS) return 0;
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** (last.times - FREE), LONGEST_PAUSE_MS);
  return Math.max(0, last.at + pause - now);
}

/** Notes that a correction was made. */
export function noteRepeat(repeats: Repeats, step: string, now: number): void {
  const last = repeats.get(step);
  const isLate = last === undefined || now - last.at > FORGOTTEN_MS;
  repeats.set(step, { times: isLate ? 1 : last.times + 1, at: now });
}
