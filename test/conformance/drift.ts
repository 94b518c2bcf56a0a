import * as z from 'zod';
import { asRecord } from '../../src/model/parse.ts';
import { wireName } from '../../src/model/spelling.ts';
import { isReady } from './endings.ts';
import { itemsIn } from './holdings.ts';
import { driftOf } from './staging.ts';
import {
  act,
  apply,
  must,
  reach,
  SELDOM_MS,
  type Stand,
  statusOf,
  writesToService,
} from './stand.ts';

/** Interval between outside changes, longer than a slow correction. */
const APART_MS = 4 * 60_000;
/** Limit and interval of a check that reads the service. */
const AS_IT_READS = [25 * 60_000, SELDOM_MS] as const;

/** Checks that an outside change is corrected or only reported, as the policy requires. */
export async function checkDrift(stand: Stand): Promise<void> {
  const deeds = driftOf(stand.table, stand.row, wireName);
  if (deeds.length === 0) return;
  const spec = { ...stand.table.spec, ...stand.row.spec };
  const policy = { deletion: 'Delete', consent: 'Auto' } as const;
  const specFingerprint = fingerprintOf(stand);
  const undo = async () => {
    for (const deed of deeds) {
      act(stand, deed);
      await stand.world.time.advance(APART_MS);
    }
  };
  const before = writesToService(stand).length;
  await undo();
  await reach(
    stand,
    'ready after drift',
    () => isReady(stand) && fingerprintOf(stand) === specFingerprint,
    ...AS_IT_READS,
  );
  must(stand, writesToService(stand).length > before, () => 'drift was not corrected');
  apply(stand, spec, { ...policy, drift: 'Report' });
  await checkReport(stand, undo);
  apply(stand, spec, { ...policy, drift: 'Correct' });
  await reach(
    stand,
    'ready after reported drift',
    () => isReady(stand) && fingerprintOf(stand) === specFingerprint,
    ...AS_IT_READS,
  );
}

/** Checks that drift is reported, and not corrected. @param undo makes the outside changes */
async function checkReport(stand: Stand, undo: () => Promise<void>): Promise<void> {
  await reach(stand, 'ready with drift: Report', () => isReady(stand));
  const sent = writesToService(stand).length;
  await undo();
  await reach(
    stand,
    'reported as drifted',
    () => stand.world.condition(stand.name, 'Synced')?.reason === 'Drifted',
  );
  await checkSince(stand);
  must(
    stand,
    stand.world.condition(stand.name, 'Ready')?.status === 'True',
    () => 'drift that is only reported made it unready',
  );
  must(
    stand,
    writesToService(stand).length === sent,
    () => 'drift that is only to be reported was corrected',
  );
}

/** Checks that each difference is listed with both values and a constant start time. */
async function checkSince(stand: Stand): Promise<void> {
  const told = Drift.safeParse(statusOf(stand)['drift']);
  must(
    stand,
    told.success,
    () => `status.drift does not tell what differs: ${JSON.stringify(statusOf(stand)['drift'])}`,
  );
  await stand.world.time.advance(APART_MS);
  must(
    stand,
    JSON.stringify(told.data) === JSON.stringify(statusOf(stand)['drift']),
    () => 'drift that stays is reported again',
  );
}

const Drift = z
  .array(
    z.strictObject({
      field: z.string(),
      desired: z.unknown(),
      observed: z.unknown(),
      firstSeenAt: z.iso.datetime(),
    }),
  )
  .min(1);

/** Returns the relevant state of the item in the service. */
export function fingerprintOf(stand: Stand): string {
  const fields = Object.keys(stand.row.spec ?? {}).map(wireName);
  const item = itemsIn(stand).find(({ id }) => id === statusOf(stand)['id']);
  return JSON.stringify([...fields, 'tags'].map((field) => asRecord(item)[field]));
}
