import type { Activity } from '../engine/loop/activity.ts';
import type { WatchHealth } from '../kube/watching.ts';
import type { Probe } from './server.ts';

/** A controller with due work and a free worker that has not run for this long hangs. */
const STUCK_MS = 2 * 60_000;
/** Longest possible pass: every wait within it times out long before. A longer pass never ends, and
 *  its object gets no other one. */
const LONGEST_PASS_MS = 30 * 60_000;

/** Reports readiness: every kind was listed once, leading or not. */
export const readiness = (watch: WatchHealth): Probe =>
  watch.synced
    ? { ok: true, detail: 'ready' }
    : { ok: false, detail: 'the first listing of the objects is in progress' };

/** Reports liveness: every reflector retries, every schedule advances, and every pass ends. An
 *  outage of the API server or the service never fails it.
 *  @param activity of each controller by kind; null while this process does not lead */
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
