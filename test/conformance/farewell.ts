import { isMark } from '../../src/model/tags.ts';
import { type End, isReady } from './endings.ts';
import { holdings, itemsIn } from './holdings.ts';
import { apply, must, POLICY, reach, real, type Stand, statusOf } from './stand.ts';

const isGone = (stand: Stand): boolean => stand.world.cluster.get(stand.name) === undefined;

/** Checks the deletion of an object: Retain leaves its item without a mark, an import takes that
 *  over, Delete leaves nothing. */
export async function checkFarewell(stand: Stand, end: End): Promise<void> {
  const id = statusOf(stand)['id'];
  if (end === 'ready' && typeof id === 'number') {
    const spec = real(stand, { ...stand.table.spec, ...stand.row.spec }) as object;
    apply(stand, spec, { ...POLICY, deletion: 'Retain' });
    await goes(stand);
    checkRetained(stand, id);
    const kept = Object.entries(spec).filter(([field]) => !stand.kind.createOnly.includes(field));
    apply(stand, { ...Object.fromEntries(kept), import: { by: 'Id', id } }, POLICY);
    await reach(stand, 'ready after the import', () => isReady(stand));
    must(
      stand,
      statusOf(stand)['id'] === id,
      () => `the import took item ${String(statusOf(stand)['id'])}, not ${id}`,
    );
  }
  await dismiss(stand);
  await goes(stand);
}

/** Deletes the needs of the row, which could hold up a deletion. */
async function dismiss({ world, table, ids }: Stand): Promise<void> {
  const there = (table.needs ?? []).filter((need) => ids.has(need.id) && !need.path.includes('{'));
  for (const need of there) world.outsider.call('DELETE', `${need.path}/${ids.get(need.id)}`);
  if (there.length > 0) await world.time.advance(5 * 60_000);
}

async function goes(stand: Stand): Promise<void> {
  stand.world.cluster.delete(stand.name);
  await reach(stand, 'gone', () => isGone(stand));
}

function checkRetained(stand: Stand, id: number): void {
  const { ids, marks } = holdings(stand);
  must(stand, ids.includes(id), () => 'Retain did not keep the item');
  must(stand, marks.length === 0, () => `Retain left the tag ${marks.join(', ')} in the account`);
  const item = itemsIn(stand).find((one) => one.id === id);
  must(stand, item?.tags?.some(isMark) !== true, () => 'Retain left a mark on the item');
}

/** Checks a row about the deletion itself. Permanent leftovers are then deleted from outside. */
export async function checkRemoval(stand: Stand, deletion: 'Delete' | 'Retain'): Promise<void> {
  const id = statusOf(stand)['id'] as number;
  const spec = real(stand, { ...stand.table.spec, ...stand.row.spec }) as object;
  apply(stand, spec, { ...POLICY, deletion, mode: 'Paused' });
  await stand.world.time.settle();
  stand.world.cluster.delete(stand.name);
  await stand.world.time.advance(30_000);
  must(stand, !isGone(stand), () => 'Paused did not hold the deletion');
  const held = stand.world.cluster.get(stand.name)?.metadata;
  stand.world.cluster.apply(
    stand.name,
    { ...(real(stand, spec) as object), policy: { ...POLICY, deletion } },
    held,
  );
  if (stand.row.ends === 'waiting') return checkHeld(stand);
  await reach(stand, 'gone', () => isGone(stand));
  if (deletion === 'Delete') return;
  checkRetained(stand, id);
  const path = stand.kind.collection({ spec, name: stand.name.name, mark: null, secrets: {} });
  stand.world.outsider.call('DELETE', `${path}/${id}`);
  await stand.world.time.advance(5 * 60_000);
}

/** Checks that a held deletion reports its reason, and continues afterwards. */
async function checkHeld(stand: Stand): Promise<void> {
  await reach(
    stand,
    'waiting with its deletion',
    () => stand.world.condition(stand.name, 'Synced')?.reason === 'Waiting',
  );
  await dismiss(stand);
  await reach(stand, 'gone', () => isGone(stand));
}
