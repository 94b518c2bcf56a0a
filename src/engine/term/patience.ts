/** Limits the rate of an answer to other writers, who may never stop. */
interface Patience {
  /** Answers within ten minutes that happen at once. */
  readonly promptTimes: number;
  /** Minimum interval after those (milliseconds). */
  readonly slowMs: number;
}

/** Restoring a status costs one write to Kubernetes. */
export const STATUS_PATIENCE: Patience = { promptTimes: 20, slowMs: 30_000 };
/** Restoring a Secret also costs requests to the service. */
export const SECRET_PATIENCE: Patience = { promptTimes: 5, slowMs: 120_000 };

/** Reading a changed Secret costs a pass of each of its readers. */
export const READ_PATIENCE: Patience = { promptTimes: 10, slowMs: 60_000 };

/** A changed spec costs requests to the service, from the budget that all objects share. */
export const EDIT_PATIENCE: Patience = { promptTimes: 20, slowMs: 10_000 };

const WINDOW_MS = 10 * 60_000;

/** Returns the times within the window, by the steady clock. */
export const lately = (times: readonly number[], now: number): readonly number[] =>
  times.filter((at) => now - at < WINDOW_MS);

/** Returns the delay before an answer (milliseconds).
 *  @param times of previous answers  @param now both by the steady clock */
export const putBackDelayMs = (
  times: readonly number[],
  now: number,
  { promptTimes, slowMs }: Patience,
): number => (lately(times, now).length < promptTimes ? 0 : slowMs);

/** Returns the delay of a pass that a change requests (milliseconds), and the times of the passes
 *  with this one. A pass that is already planned keeps its time, even if another cause brought one
 *  forward: that one may not have seen the change.
 *  @param asked times of the passes so far  @param now both by the steady clock */
export function delayOfAnswer(
  asked: readonly number[],
  now: number,
  patience: Patience,
): { readonly inMs: number; readonly asked: readonly number[] } {
  const last = asked.at(-1) ?? 0;
  if (last > now) return { inMs: last - now, asked };
  const times = lately(asked, now);
  const inMs = Math.max(0, last + putBackDelayMs(times, now, patience) - now);
  return { inMs, asked: [...times, now + inMs] };
}
