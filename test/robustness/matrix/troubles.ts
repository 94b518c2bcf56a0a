import type { KubeFailure } from '../../../src/engine/ports/cluster.ts';
import type { World } from '../../support/world.ts';
import { OF_SERVICE } from './service-troubles.ts';
import { LONG_MS, type Trouble } from './trouble.ts';

/** Ends every trouble. */
export function calm(world: World): void {
  world.service.clearFaults();
  world.cluster.interfere = () => null;
  world.cluster.hide = () => null;
  world.clock.aheadMs = 0;
}

const HOUR_MS = 3_600_000;

/** @param every interval of affected writes: 1 all, 2 every second
 *  @param spared number of unaffected ones at the start */
const ofCluster = (
  name: string,
  code: KubeFailure['code'],
  after: boolean,
  every = 1,
  spared = every - 1,
): Trouble => ({
  name: `the API server: ${name}`,
  lastsMs: LONG_MS,
  begin: (world) => {
    let writes = every - 1 - spared;
    world.cluster.interfere = () =>
      ++writes % every === 0 ? { failure: { code, detail: name }, after } : null;
  },
});

const ofReads = (name: string, code: KubeFailure['code']): Trouble => ({
  name: `the API server: ${name}`,
  lastsMs: LONG_MS,
  begin: (world) => {
    world.cluster.hide = () => ({ code, detail: name });
  },
});

const OF_CLUSTER: readonly Trouble[] = [
  ofReads('away for every read', 'Unreachable'),
  ofReads('403 to every read', 'Denied'),
  ofCluster('409 to every second write', 'Conflict', false, 2),
  ofCluster('away in front of every write', 'Unreachable', false),
  ofCluster('away in front of every second write', 'Unreachable', false, 2),
  ofCluster(
    'away in front of the first write and every second one after it',
    'Unreachable',
    false,
    2,
    0,
  ),
  ofCluster('away behind every write', 'Unreachable', true),
  ofCluster('away behind every second write', 'Unreachable', true, 2),
  ofCluster('403 to every write', 'Denied', false),
];

const ofClock = (name: string, aheadMs: number): Trouble => ({
  name: `the clock: ${name}`,
  lastsMs: LONG_MS,
  begin: (world) => {
    world.time.at(world.time.now() + 500, () => {
      world.clock.aheadMs = aheadMs;
    });
  },
});

const OF_CLOCK: readonly Trouble[] = [
  ofClock('an hour ahead, and back', HOUR_MS),
  ofClock('an hour behind, and back', -HOUR_MS),
];

export const TROUBLES: readonly Trouble[] = [...OF_SERVICE, ...OF_CLUSTER, ...OF_CLOCK];
