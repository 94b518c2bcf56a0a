/** How often what another writer changed is put back: two writers that never stop must not answer
 *  each other without end. */
interface Patience {
  /** So many times in ten minutes at once. */
  readonly promptTimes: number;
  /** After that no sooner than so long after the time before. */
  readonly slowMs: number;
}

/** To put a status back costs one write to Kubernetes. */
export const STATUS_PATIENCE: Patience = { promptTimes: 20, slowMs: 30_000 };
/** To put a Secret back also costs requests to the service. */
export const SECRET_PATIENCE: Patience = { promptTimes: 5, slowMs: 120_000 };

/** To read a Secret again that changed costs a pass of each of its readers. */
export const READ_PATIENCE: Patience = { promptTimes: 10, slowMs: 60_000 };

const WINDOW_MS = 10 * 60_000;

/** Those of some moments that still count, by the steady clock. */
export const lately = (times: readonly number[], now: number): readonly number[] =>
  times.filter((at) => now - at < WINDOW_MS);

/** How long what another writer changed may stay so (milliseconds).
 *  @param times when it was put back  @param now both by the steady clock */
export const putBackDelayMs = (
  times: readonly number[],
  now: number,
  { promptTimes, slowMs }: Patience,
): number => (lately(times, now).length < promptTimes ? 0 : slowMs);
