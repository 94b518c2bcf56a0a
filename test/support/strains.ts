import { keepNarrows, type Narrows } from './narrows.ts';
import { keepPace, type Pace } from './pace.ts';
import type { World } from './world.ts';

/** What strains a world now. */
export interface Strains {
  readonly pace: Pace;
  readonly narrows: Narrows;
}

/** No strain yet; what watches them stands between the ports of each operator that starts from now
 *  on. */
export function newStrains(world: World): Strains {
  const strains: Strains = { pace: { ms: 0 }, narrows: { limit: null } };
  world.watches.push(keepPace(world, strains.pace), keepNarrows(world, strains.narrows));
  return strains;
}
