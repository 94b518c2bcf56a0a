/** Length of a rate limit window, unless the service announces its end. Source:
 *  conventions#rate-limits. */
export const WINDOW_MS = 60_000;

/** The fraction of its limit that a bucket uses after refusals without numbers. */
export interface Cut {
  /** Fraction of the limit, in (0, 1]. */
  readonly share: number;
  readonly at: number;
}

export const UNCUT: Cut = { share: 1, at: 0 };

const LEAST_SHARE = 0.1;
const SHARE_STEP = 0.1;

/** Returns the current fraction: it grows by a tenth per window. */
export const shareOf = ({ share, at }: Cut, now: number): number =>
  Math.min(1, share + SHARE_STEP * Math.floor((now - at) / WINDOW_MS));

/** Halves the current fraction. */
export const halved = (cut: Cut, now: number): Cut => ({
  share: Math.max(LEAST_SHARE, shareOf(cut, now) / 2),
  at: now,
});
