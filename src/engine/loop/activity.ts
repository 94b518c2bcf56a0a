/** What a controller is doing, for probes and metrics. */
export interface Activity {
  /** Objects that are due for a pass and have none yet, and those that have one. */
  readonly due: number;
  readonly active: number;
  /** How long work has been due that no worker took although one was free (milliseconds); null when
   *  there is none. */
  readonly overdueMs: number | null;
  /** How long the longest of the passes under way has taken (milliseconds); 0 when there is
   *  none. */
  readonly longestPassMs: number;
}
