import type { KubeFailure } from '../../engine/ports/cluster.ts';
import type { Time } from '../time.ts';

const FIRST_MS = 200;
const BETWEEN_WATCHES_MS = 100;
/** What passes by itself is tried again soon; what a person has to change (a right, a missing type) less often. */
const LONGEST_MS: Readonly<Record<KubeFailure['code'], number>> = {
  Unreachable: 10_000,
  Conflict: 10_000,
  Fenced: 10_000,
  Terminating: 10_000,
  Gone: 15_000,
  Denied: 60_000,
  Unwritable: 60_000,
};
const LONGEST_ASKED_MS = 60_000;

interface Failed {
  readonly code: KubeFailure['code'];
  readonly retryAfterMs: number | null;
}

/** How long to wait before the next try, in milliseconds: twice as long after each failure, between half and the whole of it by chance,
 *  and never less than the API server asks for. `failures` 0: nothing is wrong, only not everybody at once. */
export function backoffMs(failures: number, failed: Failed | null, time: Pick<Time, 'random'>): number {
  if (failures === 0 || failed === null) return time.random() * BETWEEN_WATCHES_MS;
  const whole = Math.min(FIRST_MS * 2 ** Math.min(failures - 1, 20), LONGEST_MS[failed.code]);
  const asked = Math.min(failed.retryAfterMs ?? 0, LONGEST_ASKED_MS);
  return Math.max(asked, whole * (0.5 + time.random() / 2));
}
