import { asRecord } from '../../../src/model/parse.ts';
import { isReady } from '../../support/invariants.ts';
import { nameOf, type Surround } from './surroundings.ts';

/** Between two looks. */
const TICK_MS = 10_000;
/** Everything is ready and stays so for so long: by then each status shows what the service chose
 *  by itself. */
const CALM_MS = 240_000;
/** The nodes of a cluster are looked at now and then only. */
const CALM_NODES_MS = 15 * 60_000;
/** No condition changes for so long, and the service has nothing under way: what is not ready will
 *  not become so by itself. */
const STILL_MS = 6 * 60_000;

/** Within so many minutes of simulated time an object of a kind is at rest: a database takes half
 *  an hour to be made, and changes one after the other. */
const BOUNDS_MIN: Readonly<Record<string, number>> = { MySQLDatabase: 100, KubeCluster: 90 };
const BOUND_MIN = 45;

/** Within this simulated time all objects of a cast are at rest. */
export const boundMs = (cast: readonly string[]): number =>
  60_000 * Math.max(...cast.map((who) => BOUNDS_MIN[nameOf(who).kind] ?? BOUND_MIN));

/** Lets time pass until nothing changes any more. @returns whether that was within the bound */
export async function rest({ world }: Surround, cast: readonly string[]): Promise<boolean> {
  const start = world.time.now();
  let last = { at: start, told: '' };
  await world.time.settle();
  const calmMs = cast.some((who) => who.startsWith('KubeCluster/')) ? CALM_NODES_MS : CALM_MS;
  while (world.time.now() < start + boundMs(cast)) {
    await world.time.advance(TICK_MS);
    const told = JSON.stringify(
      cast.map((who) => asRecord(world.cluster.get(nameOf(who))?.status)['conditions']),
    );
    if (told !== last.told || isBusy(world)) last = { at: world.time.now(), told };
    const areReady = cast.every((who) => {
      const object = world.cluster.get(nameOf(who));
      return object !== undefined && isReady(object);
    });
    if (world.time.now() - last.at >= (areReady ? calmMs : STILL_MS)) return true;
  }
  return false;
}

/** What the service does every day, whatever anybody asks for. */
const ROUTINE = ['backups.daily', 'database.day', 'images.expire'];

/** Whether the service has work under way. */
const isBusy = ({ service }: Surround['world']): boolean => {
  const { tables, pending } = service.world();
  return (tables['jobs'] ?? []).length > 0 || pending.some(({ name }) => !ROUTINE.includes(name));
};
