import type { Engine } from './engine/engine.ts';
import type { WatchHealth } from './kube/watching.ts';
import type { Probe } from './server.ts';

/** A controller that has due work and has not turned for this long hangs. */
const STUCK_MS = 120_000;

/** Ready: every kind was listed once, leading or not. */
export const readiness = (watch: WatchHealth): Probe =>
  watch.synced ? { ok: true, detail: 'ready' } : { ok: false, detail: 'the first listing of the objects is under way' };

/** Live: every reflector tries, and every schedule turns. An API server that is away never fails it. */
export function liveness(watch: WatchHealth, engine: Engine | null): Probe {
  if (!watch.alive) return { ok: false, detail: 'a watch hangs' };
  const stuck = [...(engine?.activity() ?? [])].filter(([, { overdueMs }]) => overdueMs !== null && overdueMs > STUCK_MS);
  return stuck.length === 0
    ? { ok: true, detail: 'live' }
    : { ok: false, detail: `the controller of ${stuck.map(([kind]) => kind).join(', ')} hangs` };
}
