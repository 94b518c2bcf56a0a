import { asRecord } from '../../src/model/parse.ts';
import { isReady } from '../harness/invariants.ts';
import { nameOf, type Surround } from './surroundings.ts';

/** Between two looks. */
const TICK_MS = 10_000;
/** Everything is ready and stays so for so long: by then each status shows what the service chose by itself. */
const CALM_MS = 240_000;
/** No condition changes for so long, and the service has nothing under way: what is not ready will not become so by itself. */
const STILL_MS = 6 * 60_000;

/** Within this simulated time all is at rest. A database takes up to an hour and a half. */
export const BOUND_MS = 100 * 60_000;

/** Lets time pass until nothing changes any more. @returns whether that was within the bound */
export async function rest({ world }: Surround, cast: readonly string[]): Promise<boolean> {
  const start = world.time.now();
  let last = { at: start, told: '' };
  await world.time.settle();
  while (world.time.now() < start + BOUND_MS) {
    await world.time.advance(TICK_MS);
    const told = JSON.stringify(cast.map((who) => asRecord(world.cluster.get(nameOf(who))?.status)['conditions']));
    if (told !== last.told || isBusy(world)) last = { at: world.time.now(), told };
    const areReady = cast.every((who) => {
      const object = world.cluster.get(nameOf(who));
      return object !== undefined && isReady(object);
    });
    if (world.time.now() - last.at >= (areReady ? CALM_MS : STILL_MS)) return true;
  }
  return false;
}

/** Whether the service has work under way. */
const isBusy = ({ service }: Surround['world']): boolean => (service.world().tables['jobs'] ?? []).length > 0;
