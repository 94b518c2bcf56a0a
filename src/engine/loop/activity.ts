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
