/** The activity of a controller, for probes and metrics. */
export interface Activity {
  /** Objects that wait for a pass, and objects in a pass. */
  readonly due: number;
  readonly active: number;
  /** Time since work became due without a worker taking it although one was free (milliseconds);
   *  null when there is none. */
  readonly overdueMs: number | null;
  /** Duration of the longest pass in flight (milliseconds); 0 when there is none. */
  readonly longestPassMs: number;
}

/** Returns the activity of a controller. @param due time of the next pass for which a worker is
 *  free; undefined: none
 *  @param begun start times of the passes in flight */
export function activityAt(
  now: number,
  schedule: { readonly depth: number; readonly active: number; readonly due: number | undefined },
  begun: Iterable<number>,
): Activity {
  const { depth, active, due } = schedule;
  return {
    due: depth,
    active,
    overdueMs: due === undefined || due > now ? null : now - due,
    longestPassMs: now - Math.min(now, ...begun),
  };
}
