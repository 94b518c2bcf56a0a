import type { Activity } from '../engine/loop/activity.ts';
import type { WatchHealth } from '../kube/watching.ts';
import type { Probe } from './server.ts';

/** A controller that has due work, a free worker, and has not turned for this long hangs. */
const STUCK_MS = 2 * 60_000;
/** Whatever a pass waits for ends by itself, long before this: a pass that is still under way will
 *  never end, and its object gets no other. */
const LONGEST_PASS_MS = 30 * 60_000;

/** Ready: every kind was listed once, leading or not. */
export const readiness = (watch: WatchHealth): Probe =>
  watch.synced
    ? { ok: true, detail: 'ready' }
    : { ok: false, detail: 'the first listing of the objects is under way' };

/** Live: every reflector tries, every schedule turns, and every pass ends. An API server or a
 *  service that is away never fails it.
 *  @param activity what each controller does, by kind; null while this process does not lead */
export function liveness(
  watch: WatchHealth,
  activity: ReadonlyMap<string, Activity> | null,
): Probe {
  if (!watch.alive) return { ok: false, detail: 'a watch hangs' };
  const stuck = [...(activity ?? [])].filter(([, one]) => hangs(one)).map(([kind]) => kind);
  return stuck.length === 0
    ? { ok: true, detail: 'live' }
    : { ok: false, detail: `the controller of ${stuck.join(', ')} hangs` };
}

const hangs = ({ overdueMs, longestPassMs }: Activity): boolean =>
  (overdueMs ?? 0) > STUCK_MS || longestPassMs > LONGEST_PASS_MS;
