import { asRecord } from '../../../src/model/parse.ts';
import { isReady } from '../../support/invariants.ts';
import { nameOf, type Surround } from './surroundings.ts';

/** Interval between checks. */
const TICK_MS = 10_000;
/** Time for which everything stays ready: by then each status shows the service's own choices. */
const CALM_MS = 240_000;
/** Such a time for objects with a cluster, whose nodes are read at intervals. */
const CALM_NODES_MS = 15 * 60_000;
/** Time without a changed condition or running work of the service. After it, nothing becomes ready
 *  without a user's action. */
const STILL_MS = 6 * 60_000;

/** Limit until an object of a kind is idle, in minutes of simulated time: creating a database takes
 *  half an hour, and its changes are sequential. */
const BOUNDS_MIN: Readonly<Record<string, number>> = { MySQLDatabase: 100, KubeCluster: 90 };
const BOUND_MIN = 45;

/** Returns the limit until all objects of a cast are idle. */
export const boundMs = (cast: readonly string[]): number =>
  60_000 * Math.max(...cast.map((who) => BOUNDS_MIN[nameOf(who).kind] ?? BOUND_MIN));

/** Advances the clock until nothing changes. @returns true within the limit */
export async function rest({ world }: Surround, cast: readonly string[]): Promise<boolean> {
  const start = world.time.now();
  let last = { at: start, snapshot: '' };
  await world.time.settle();
  const hasNodes = cast.some((who) => who.startsWith('KubeCluster/'));
  const [calmMs, stillMs] = hasNodes ? [CALM_NODES_MS, CALM_NODES_MS] : [CALM_MS, STILL_MS];
  while (world.time.now() < start + boundMs(cast)) {
    await world.time.advance(TICK_MS);
    const snapshot = JSON.stringify(
      cast.map((who) => asRecord(world.cluster.get(nameOf(who))?.status)['conditions']),
    );
    if (snapshot !== last.snapshot || isBusy(world)) last = { at: world.time.now(), snapshot };
    const areReady = cast.every((who) => {
      const object = world.cluster.get(nameOf(who));
      return object !== undefined && isReady(object);
    });
    if (world.time.now() - last.at >= (areReady ? calmMs : stillMs)) return true;
  }
  return false;
}

/** Daily work of the service, independent of requests. */
const ROUTINE = ['backups.daily', 'database.day', 'images.expire'];

/** Reports whether the service has running work. */
const isBusy = ({ service }: Surround['world']): boolean => {
  const { tables, pending } = service.world();
  return (tables['jobs'] ?? []).length > 0 || pending.some(({ name }) => !ROUTINE.includes(name));
};
