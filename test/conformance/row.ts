import type { Case } from '../../src/model/case.ts';
import { checkVerbs, request } from './deeds.ts';
import { checkDrift } from './drift.ts';
import { type End, endOf, hasEnded, isReady } from './endings.ts';
import { checkFarewell, checkRemoval } from './farewell.ts';
import { removable } from './holdings.ts';
import { checkRest } from './rest.ts';
import { stagingOf } from './staging.ts';
import {
  act,
  apply,
  didSince,
  must,
  newStand,
  POLICY,
  provide,
  reach,
  requestIn,
  type Stand,
  statusOf,
  type Tried,
  verbOf,
  writesToService,
} from './stand.ts';
import type { Dialect } from './stand-world.ts';

/** Runs a row of a kind's table on the simulator, from an empty account to an empty account.
 *  @returns the breaches, one line each; throws where the row cannot be staged as its table says */
export async function playRow(
  tried: Tried,
  row: Case,
  dialect: Dialect,
): Promise<readonly string[]> {
  const stand = newStand(tried, row, dialect);
  await furnish(stand);
  const before = removable(stand);
  if (await begin(stand)) await live(stand);
  const after = removable(stand);
  must(
    stand,
    JSON.stringify(after) === JSON.stringify(before),
    () => `left behind: ${JSON.stringify(after)}, not ${JSON.stringify(before)}`,
  );
  must(
    stand,
    stand.world.bugs.length === 0,
    () => `thrown: ${stand.world.bugs.map(String).join('; ')}`,
  );
  const broken = stand.world.passes.filter((pass) => pass.error !== undefined);
  must(stand, broken.length === 0, () => `a pass threw: ${String(broken[0]?.error)}`);
  await stand.world.stop();
  return stand.breaches;
}

/** Creates the needs of the account and the cluster before there is an operator. */
export async function furnish(stand: Stand): Promise<void> {
  await provide(stand, stagingOf(stand.table, stand.row).needs);
  giveSecrets(stand);
}

/** Starts an operator and brings the item to the row's state. @returns false where that failed,
 *  with a breach */
export async function begin(stand: Stand): Promise<boolean> {
  stand.world.start();
  return stand.row.item === null || stage(stand, stagingOf(stand.table, stand.row));
}

export function giveSecrets({ world, row, kind, name }: Stand): void {
  for (const [path, secret] of Object.entries(row.secrets ?? {})) {
    const reference = row.spec?.[path] as
      | { readonly name: string; readonly key?: string }
      | undefined;
    const known = kind.secretRefs.find((ref: { readonly path: string }) => ref.path === path);
    if (reference === undefined || known === undefined) continue;
    world.cluster.secrets.apply(name.namespace, reference.name, {
      [reference.key ?? known.key]: secret,
    });
  }
}

async function stage(stand: Stand, staging: ReturnType<typeof stagingOf>): Promise<boolean> {
  const base = { ...stand.table.spec, ...staging.base };
  apply(stand, base, POLICY);
  if (!(await reach(stand, 'ready before the row', () => isReady(stand)))) return false;
  if (staging.requests.length + staging.needsOnItem.length === 0) return true;
  apply(stand, base, { ...POLICY, mode: 'Paused' });
  await stand.world.time.advance(30_000);
  await provide(stand, staging.needsOnItem);
  for (const deed of staging.requests) {
    act(stand, deed);
    await stand.world.time.advance(2 * 60_000);
  }
  return true;
}

async function live(stand: Stand): Promise<void> {
  const { row } = stand;
  if (row.deleting === true || row.retaining === true)
    return checkRemoval(stand, row.retaining === true ? 'Retain' : 'Delete');
  const end = row.request === undefined ? endOf(row) : 'ready';
  await converge(stand, await preview(stand), end);
  if (row.request !== undefined) await request(stand);
  await checkRest(stand, end);
  if (end === 'ready' && row.request === undefined) await checkDrift(stand);
  await checkFarewell(stand, end);
}

export const specOf = (stand: Stand): object => ({ ...stand.table.spec, ...stand.row.spec });

/** Checks that Preview writes nothing to the service. @returns the steps before any wait, one line
 *  each */
async function preview(stand: Stand): Promise<readonly string[]> {
  const sent = writesToService(stand).length;
  const there = stand.world.cluster.get(stand.name);
  const written = stand.world.cluster.writes.length;
  apply(stand, specOf(stand), { ...POLICY, mode: 'Preview' });
  await stand.world.time.advance(60_000);
  const news = writesToService(stand).slice(sent);
  must(stand, news.length === 0, () => `Preview sent ${news.join(', ')}`);
  const kept =
    there === undefined
      ? stand.world.cluster.writes.slice(written).filter((one) => !one.startsWith('patchStatus '))
      : [];
  must(stand, kept.length === 0, () => `Preview wrote ${kept.join(', ')}`);
  const { steps = [] } = (statusOf(stand)['plan'] ?? {}) as {
    readonly steps?: readonly { readonly verb: string; readonly summary: string }[];
  };
  const stands = ({ verb, summary }: (typeof steps)[number]): boolean =>
    verb !== 'wait' && verb !== 'refuse' && !/ \[after [^\]]*wait\]$/.test(summary);
  return steps.filter(stands).map(({ summary }) => requestIn(summary));
}

/** Applies the row's spec: it ends as the row says, with the steps of Preview and of the row. */
async function converge(stand: Stand, previewed: readonly string[], end: End): Promise<void> {
  const { row } = stand;
  const pass = stand.world.passes.length;
  apply(stand, specOf(stand), POLICY);
  await reach(stand, end, () => hasEnded[end](stand));
  await stand.world.time.advance(5 * 60_000);
  must(stand, hasEnded[end](stand), () => `not ${end} any more: ${stand.world.lastPasses()}`);
  const did = didSince(stand, pass);
  must(stand, JSON.stringify(did.slice(0, previewed.length)) === JSON.stringify(previewed), () => {
    return `Preview showed ${previewed.join('; ')}, and this was done: ${did.join('; ')}`;
  });
  if (row.health !== undefined) {
    const said = stand.world.condition(stand.name, 'Ready');
    must(
      stand,
      said?.reason === row.health.reason,
      () => `Ready says ${String(said?.reason)}, not ${String(row.health?.reason)}`,
    );
  }
  if (row.plan !== undefined && row.request === undefined)
    checkVerbs(stand, row.plan, did.map(verbOf));
}
