import { type Stand } from '../../conformance/stand.ts';
import { isReady } from '../../support/invariants.ts';
import { keepLedger } from '../../support/ledger.ts';
import { outstanding } from '../../support/outstanding.ts';
import { endBreaches, HOUR_MS, listenForLies } from './aftermath.ts';
import { again, change, remains, wait } from './play.ts';
import type { Trouble } from './trouble.ts';
import { calm } from './troubles.ts';

/** Time for actions after the end. */
const AFTERWARDS_MS = 150_000;

/** Returns the result of a row's change without trouble, and its breaches. */
export async function untroubled(
  base: Stand,
): Promise<{ readonly remains: string; readonly breaches: readonly string[] }> {
  const stand = again(base, {});
  const ledger = keepLedger(stand.world, [stand.kind]);
  stand.world.start();
  change(stand);
  await wait(stand, HOUR_MS);
  await stand.world.time.advance(AFTERWARDS_MS);
  const breaches = await endBreaches(stand, ledger, HOUR_MS);
  await stand.world.stop();
  return { remains: remains(stand), breaches };
}

/** Runs a row's change under a trouble, and to its end afterwards.
 *  @param expected result without trouble
 *  @returns the breaches as sentences */
export async function suffer(
  base: Stand,
  trouble: Trouble,
  expected: string,
): Promise<readonly string[]> {
  const stand = again(base, {});
  const { world } = stand;
  const ledger = keepLedger(world, [stand.kind]);
  const lies = listenForLies(stand);
  trouble.begin(world);
  world.start();
  change(stand);
  await world.time.advance(trouble.lastsMs);
  const falsehoods = trouble.lies === true ? [] : [...lies, ...pretences(stand)];
  calm(world);
  await wait(stand, HOUR_MS);
  await world.time.advance(trouble.echoesMs ?? 0);
  const breaches = await endBreaches(stand, ledger);
  await world.stop();
  const left = remains(stand);
  return [
    ...falsehoods,
    ...breaches,
    ...(left === expected ? [] : [`leaves ${left}, not ${expected}`]),
  ];
}

/** Reports an object that claims success while work for the newest spec remains. */
function pretences({ world, name, kind, row }: Stand): readonly string[] {
  const object = world.cluster.get(name);
  if (object === undefined || object.metadata.deletionTimestamp !== undefined || !isReady(object))
    return [];
  const left = outstanding(world, kind, object, row.mayTag !== false) ?? [];
  return left.length === 0
    ? []
    : [`all is well under trouble, although this is left: ${left.join('; ')}`];
}
