import { keepNarrows, type Narrows } from './narrows.ts';
import { keepPace, type Pace } from './pace.ts';
import type { World } from './world.ts';

/** The current strains of a world. */
export interface Strains {
  readonly pace: Pace;
  readonly narrows: Narrows;
}

/** Creates strains without effect; their watches wrap the ports of each operator started
 *  afterwards. */
export function newStrains(world: World): Strains {
  const strains: Strains = { pace: { ms: 0 }, narrows: { limit: null } };
  world.watches.push(keepPace(world, strains.pace), keepNarrows(world, strains.narrows));
  return strains;
}
