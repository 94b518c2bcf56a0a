import type { Again } from './requeue.ts';

/** How often an object without details is looked at, whatever anybody tells: a lost change is found
 *  in this time. */
const RESYNC_MS = 30 * 60_000;
/** The shortest rotation, and the time that one read of a detail takes of it: together at most 60
 *  such reads a minute for a kind. */
const ROTATION_MS = 10 * 60_000;
const DETAIL_SPACING_MS = 1_000;

/** The next look at an object at rest: by the shared listing, and its details in a rotation that is
 *  the slower the more objects there are. Spread wide, so that objects that came to rest together
 *  do not come back together.
 *  @param detailReads requests that one look at the object's details costs
 *  @param random a number in [0, 1) */
export function rotation(objects: number, detailReads: number, random: number): Again {
  const everyMs =
    detailReads === 0
      ? RESYNC_MS
      : Math.max(ROTATION_MS, objects * detailReads * DETAIL_SPACING_MS);
  return { inMs: Math.round(everyMs * (0.5 + random)), urgency: 'sweep' };
}
