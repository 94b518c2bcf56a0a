import type { Stand } from '../../conformance/stand.ts';
import { ClusterLog } from '../../support/cluster-log.ts';
import { keepLedger } from '../../support/ledger.ts';
import { LAG_MS, type Lag, RELIST_MS, staleView } from '../../support/stale-view.ts';
import type { View } from '../../support/world-options.ts';
import { endBreaches, HOUR_MS, listenForLies } from './aftermath.ts';
import { again, change, remains, wait } from './play.ts';

/** A way in which a process sees a stale cluster. */
export interface Staleness {
  readonly name: string;
  readonly lag: Lag;
  /** The change at which the process ends; the next one starts with the listing of the lag. Null:
   *  it never ends. */
  readonly restartAt: number | null;
}

/** The result of a row. */
export interface Seen {
  readonly changes: number;
  readonly breaches: readonly string[];
  readonly remains: string;
}

const CURRENT: Lag = { listing: 0, behind: 0, without: null };
const BEHIND = [1, 5];

/** Runs a row's change with a current store. */
export const seen = (base: Stand): Promise<Seen> =>
  live(base, { name: 'undisturbed', lag: CURRENT, restartAt: null }, HOUR_MS);

/** Returns every way in which a row with this many changes can be seen late or in part. */
export const stalenesses = (changes: number): readonly Staleness[] => {
  const points = Array.from({ length: changes }, (_, at) => at);
  return [
    ...BEHIND.map((behind) => ({
      name: `${behind} behind`,
      lag: { ...CURRENT, behind },
      restartAt: null,
    })),
    ...points.map((without) => ({
      name: `change ${without} unseen`,
      lag: { ...CURRENT, without },
      restartAt: null,
    })),
    ...BEHIND.flatMap((listing) =>
      points.map((restartAt) => ({
        name: `restarted at change ${restartAt} from a listing ${listing} behind`,
        lag: { ...CURRENT, listing },
        restartAt,
      })),
    ),
  ];
};

/** Runs a row's change under a staleness. @param expected result without staleness */
export async function staleBreaches(
  base: Stand,
  staleness: Staleness,
  expected: string,
): Promise<readonly string[]> {
  const { breaches, remains: left } = await live(base, staleness);
  const other = left === expected ? [] : [`leaves ${left}, not ${expected}`];
  return [...breaches, ...other].map((breach) => `${staleness.name}: ${breach}`);
}

async function live(base: Stand, { lag, restartAt }: Staleness, quietMs?: number): Promise<Seen> {
  let lagNow = restartAt === null ? lag : CURRENT;
  const stand = again(base, { view: (): View => staleView(log, world.time, lagNow) });
  const { world } = stand;
  const log = new ClusterLog(world.cluster);
  const ledger = keepLedger(world, [stand.kind]);
  const lies = listenForLies(stand);
  world.cluster.listen(() => {
    if (restartAt === null || log.changes.length !== restartAt + 1) return;
    lagNow = lag;
    world.kill();
    world.time.at(world.time.now(), () => world.start());
  });
  world.start();
  change(stand);
  await wait(stand, HOUR_MS);
  await world.time.advance(Math.max(LAG_MS, RELIST_MS));
  await wait(stand, HOUR_MS);
  const breaches = [...(await endBreaches(stand, ledger, quietMs)), ...lies];
  await world.stop();
  return { changes: log.changes.length, breaches, remains: remains(stand) };
}
