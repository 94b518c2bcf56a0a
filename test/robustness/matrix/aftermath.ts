import { endOf } from '../../conformance/endings.ts';
import { type Stand, writesToService } from '../../conformance/stand.ts';
import { undeclared } from '../../support/declared.ts';
import { safe } from '../../support/invariants.ts';
import type { Ledger } from '../../support/ledger.ts';
import { truthfulConditions } from '../../support/truthful-conditions.ts';
import { isEnd, isOver } from './play.ts';

/** Longer than any operation. */
export const HOUR_MS = 60 * 60_000;
/** Time to settle, and then time without a write. */
const SETTLE_MS = 2 * 60_000;
const QUIET_MS = 60_000;

/** Compares every written status with the current state of the service. */
export function listenForLies(stand: Stand): readonly string[] {
  const lies: string[] = [];
  const mayTag = stand.row.mayTag !== false;
  stand.world.cluster.listen((before, after) => {
    if (after?.kind === stand.name.kind && after.status !== before?.status)
      lies.push(...truthfulConditions(stand.world, stand.kind, after, mayTag));
  });
  return lies;
}

/** Returns the breaches after the end of a row: of its final state, then of idleness. @param
 *  quietMs time without a write (milliseconds) */
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
  // A running action continues, and changes the status.
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

/** Returns the differences of the account from the spec, where the row ends completely applied. */
function unlikeSpec({ world, name, row }: Stand): readonly string[] {
  const object = world.cluster.get(name);
  return object === undefined || isEnd(row) || endOf(row) !== 'ready'
    ? []
    : undeclared(world, object);
}
