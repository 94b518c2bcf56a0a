import type { Case } from '../../../src/model/case.ts';
import { planLine } from '../../../src/model/chain.ts';
import { ANNOTATION } from '../../../src/model/group.ts';
import { asRecord } from '../../../src/model/parse.ts';
import { furnish, giveSecrets } from '../../conformance/row.ts';
import { stagingOf } from '../../conformance/staging.ts';
import {
  act,
  apply,
  must,
  newStand,
  POLICY,
  requestIn,
  type Stand,
  statusOf,
  type Tried,
  writesToService,
} from '../../conformance/stand.ts';
import type { Change } from './change.ts';
import { drawIn } from './draw.ts';

const MINUTE_MS = 60_000;
/** Longer than the slowest operation on an item and the longest interval between reads. */
const AT_REST_MS = 45 * MINUTE_MS;
const LONGEST_MS = 60 * MINUTE_MS;

interface ShownStep {
  readonly verb: string;
  readonly effect: string;
  readonly summary: string;
}

/** Plans a spec in Preview and by the command, then executes it. @returns the differences, one line
 *  each */
export async function playChange(tried: Tried, change: Change): Promise<readonly string[]> {
  const row: Case = { name: 'a random change', spec: change.after, was: change.before ?? {} };
  const stand = newStand(tried, row, 'recorded');
  // The spec combines members of rows, some of which admission accepts only separately.
  stand.world.cluster.admission.rules = 'none';
  for (const { secrets = {}, spec = {} } of tried.cases.cases)
    giveSecrets({ ...stand, row: { ...row, secrets, spec } });
  await furnish(stand);
  stand.world.start();
  if (change.before !== null) await begin(stand, change);
  const plan = await preview(stand, change);
  await compareCommand(stand, plan);
  await execute(stand, change, plan);
  must(
    stand,
    stand.world.bugs.length === 0,
    () => `thrown: ${stand.world.bugs.map(String).join('; ')}`,
  );
  const broken = stand.world.passes.find((pass) => pass.error !== undefined);
  must(stand, broken === undefined, () => `a pass threw: ${String(broken?.error)}`);
  await stand.world.stop();
  return stand.breaches;
}

async function begin(stand: Stand, { before, meddling }: Change): Promise<void> {
  const base = { ...stand.table.spec, ...before };
  apply(stand, base, POLICY);
  await stand.world.time.advance(AT_REST_MS);
  if (statusOf(stand)['id'] === undefined) return;
  apply(stand, base, { ...POLICY, mode: 'Paused' });
  await stand.world.time.advance(30_000);
  for (const deed of meddling.flatMap((row) => stagingOf(stand.table, row).requests)) {
    // Actions that the service refuses do not happen.
    attempt(() => act(stand, deed));
    await stand.world.time.advance(2 * MINUTE_MS);
  }
  await stand.world.time.advance(AT_REST_MS);
}

function attempt(deed: () => unknown): void {
  try {
    deed();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
  }
}

const specOf = (stand: Stand): object => ({ ...stand.table.spec, ...stand.row.spec });

const planOf = (stand: Stand): readonly ShownStep[] =>
  (asRecord(statusOf(stand)['plan'])['steps'] ?? []) as readonly ShownStep[];

async function preview(stand: Stand, { policy }: Change): Promise<readonly ShownStep[]> {
  const sent = writesToService(stand).length;
  apply(stand, specOf(stand), { ...policy, mode: 'Preview' });
  await stand.world.time.advance(2 * MINUTE_MS);
  const news = writesToService(stand).slice(sent);
  must(stand, news.length === 0, () => `Preview sent ${news.join(', ')}`);
  return planOf(stand);
}

/** Compares the plan of the command with a cluster to the status of an object in Preview. */
async function compareCommand(
  { world, name, breaches }: Stand,
  plan: readonly ShownStep[],
): Promise<void> {
  const object = world.cluster.get(name);
  if (object === undefined) return;
  const [planned] = await drawIn(world, [{ ...name, spec: asRecord(object.spec) }]);
  const says = (planned?.forecast.steps ?? []).map(planLine);
  const shown = plan.map(({ summary }) => summary);
  // A plan of only waits or refusals appears in the conditions instead.
  const told = shown.length === 0 && says.every((line) => /^(wait|refuse) /.test(line)) ? [] : says;
  if (JSON.stringify(told) !== JSON.stringify(shown))
    breaches.push(`the command says ${told.join('; ')}, the status ${shown.join('; ')}`);
}

/** Checks that the sent requests match the shown ones in order; a failed request may be
 *  repeated. */
async function execute(
  stand: Stand,
  { policy }: Change,
  plan: readonly ShownStep[],
): Promise<void> {
  const { world } = stand;
  const pass = world.passes.length;
  const isNew = statusOf(stand)['id'] === undefined;
  apply(stand, specOf(stand), policy);
  for (let spent = 0; spent < LONGEST_MS; spent += MINUTE_MS) {
    await world.time.advance(MINUTE_MS);
    if (world.condition(stand.name, 'Synced')?.reason === 'ConsentRequired') agree(stand);
  }
  const shown = plan
    .filter(({ verb }) => verb !== 'wait' && verb !== 'refuse')
    .map(({ summary }) => requestIn(summary));
  const did = sentSince(stand, pass);
  const told = (): string =>
    `shown: ${plan.map(({ summary }) => summary).join('; ')}, done: ${did.join('; ')}${world.lastPasses()}`;
  const both = Math.min(shown.length, did.length);
  must(
    stand,
    JSON.stringify(did.slice(0, both)) === JSON.stringify(shown.slice(0, both)),
    () => `another thing was done: ${told()}`,
  );
  const mayGoOn = isNew || plan.some(({ verb }) => verb === 'wait');
  must(stand, did.length <= shown.length || mayGoOn, () => `more was done: ${told()}`);
  const synced = world.condition(stand.name, 'Synced');
  must(
    stand,
    did.length >= shown.length || synced?.status !== 'True',
    () => `less was done: ${told()}`,
  );
}

function agree({ world, name }: Stand): void {
  const hash = asRecord(asRecord(world.cluster.get(name)?.status)['plan'])['hash'];
  if (typeof hash === 'string') world.cluster.annotate(name, { [ANNOTATION.consent]: hash });
}

/** Returns the sent requests, one line each; a repeated one counts once. */
function sentSince({ world }: Stand, pass: number): readonly string[] {
  const sent: string[] = [];
  const failed = new Set<string>();
  for (const { steps, failedSteps = [] } of world.passes.slice(pass)) {
    for (const line of steps) {
      if (!failed.has(line)) sent.push(line);
      if (failedSteps.includes(line)) failed.add(line);
    }
  }
  return sent;
}
