import { endOf } from '../../conformance/endings.ts';
import { type Stand, writesToService } from '../../conformance/stand.ts';
import { undeclared } from '../../support/declared.ts';
import { safe, truthfulConditions } from '../../support/invariants.ts';
import type { Ledger } from '../../support/ledger.ts';
import { isEnd, isOver } from './play.ts';

/** Longer than anything takes. */
export const HOUR_MS = 60 * 60_000;
/** Time for whatever would still be done, and then time in which nothing may be. */
const SETTLE_MS = 2 * 60_000;
const QUIET_MS = 60_000;

/** Holds every status that is written against what the service holds at that moment. */
export function listenForLies(stand: Stand): readonly string[] {
  const lies: string[] = [];
  const mayTag = stand.row.mayTag !== false;
  stand.world.cluster.listen((before, after) => {
    if (after !== undefined && after.status !== before?.status)
      lies.push(...truthfulConditions(stand.world, stand.kind, after, mayTag));
  });
  return lies;
}

/** What is wrong once all should be over: first with the end, then with rest. @param quietMs how
 *  long nothing may be written (milliseconds) */
export async function endBreaches(
  stand: Stand,
  ledger: Ledger,
  quietMs = QUIET_MS,
): Promise<readonly string[]> {
  const { world } = stand;
  const over = isOver(stand) ? [] : [`never over: ${world.lastPasses()}`];
  await world.time.advance(SETTLE_MS);
  const written = world.cluster.writes.length;
  const sent = writesToService(stand).length;
  const unlike = unlikeSpec(stand);
  await world.time.advance(quietMs);
  // What an action sets going goes on by itself, and shows in the status.
  const news = stand.row.request === undefined ? world.cluster.writes.slice(written) : [];
  const restless = [...news, ...writesToService(stand).slice(sent)];
  return [
    ...over,
    ...(isOver(stand) || over.length > 0 ? [] : [`not over any more: ${world.lastPasses()}`]),
    ...(endOf(stand.row) === 'ready' ? restless.map((what) => `no rest: ${what}`) : []),
    ...unlike.map((what) => `in the end ${what}`),
    ...(unlike.length > 0 ? [] : unlikeSpec(stand).map((what) => `not so any more: ${what}`)),
    ...safe(world, ledger, [stand.kind]),
  ];
}

/** What the account does not show of the spec, where the row ends with all of it done. */
function unlikeSpec({ world, name, row }: Stand): readonly string[] {
  const object = world.cluster.get(name);
  return object === undefined || isEnd(row) || endOf(row) !== 'ready'
    ? []
    : undeclared(world, object);
}
