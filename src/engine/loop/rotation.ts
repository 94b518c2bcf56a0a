import type { Again } from './requeue.ts';

/** Interval between passes over an object without details: it bounds the time until a lost change
 *  is found. */
const RESYNC_MS = 30 * 60_000;
/** The shortest rotation, and its share for one read of a detail: at most 60 such reads a minute
 *  for a kind. */
const ROTATION_MS = 10 * 60_000;
const DETAIL_SPACING_MS = 1_000;

/** Returns the next pass over an idle object: by the shared listing, with its details in a rotation
 *  that slows down with the number of objects. A wide spread separates objects that became idle
 *  together.
 *  @param detailReads requests for the object's details
 *  @param random a number in [0, 1) */
export function rotation(objects: number, detailReads: number, random: number): Again {
  const everyMs =
    detailReads === 0
      ? RESYNC_MS
      : Math.max(ROTATION_MS, objects * detailReads * DETAIL_SPACING_MS);
  return { inMs: Math.round(everyMs * (0.5 + random)), urgency: 'sweep' };
}
