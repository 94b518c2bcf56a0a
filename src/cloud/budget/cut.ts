/** Limits are counted in windows of this length unless the service announces when one ends. Source:
 *  conventions#rate-limits. */
export const WINDOW_MS = 60_000;

/** The share of its limit that a bucket uses after refusals without numbers. */
export interface Cut {
  /** A part of the limit, in (0, 1]. */
  readonly share: number;
  readonly at: number;
}

export const UNCUT: Cut = { share: 1, at: 0 };

const LEAST_SHARE = 0.1;
const SHARE_STEP = 0.1;

/** The share by now: it grows by a tenth a window. */
export const shareOf = ({ share, at }: Cut, now: number): number =>
  Math.min(1, share + SHARE_STEP * Math.floor((now - at) / WINDOW_MS));

/** Half of the share by now. */
export const halved = (cut: Cut, now: number): Cut => ({
  share: Math.max(LEAST_SHARE, shareOf(cut, now) / 2),
  at: now,
});
