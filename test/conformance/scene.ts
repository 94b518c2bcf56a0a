import type { Case } from '../../src/model/case.ts';
import { isReady } from './endings.ts';
import { furnish } from './row.ts';
import { apply, newStand, POLICY, reach, real, type Stand, type Tried } from './stand.ts';

/** An installation for the smallest object of a kind, with all that this needs in the account. */
export async function stood(tried: Tried, row: Case = { name: '' }): Promise<Stand> {
  const stand = newStand(tried, row, 'recorded');
  await furnish(stand);
  stand.world.start();
  return stand;
}

/** Makes the smallest object of the kind and its item. */
export async function made(stand: Stand): Promise<void> {
  apply(stand, stand.table.spec, POLICY);
  await reach(stand, 'ready', () => isReady(stand));
}

/** What the smallest object of the kind wants, as the kind sees it. */
export const desiredOf = (stand: Stand) => ({
  spec: real(stand, stand.table.spec),
  name: stand.name.name,
  mark: null,
  secrets: {},
});

/** Where the items of the kind are. */
export const pathOf = (stand: Stand): string => stand.kind.collection(desiredOf(stand));

export const itemsOf = (stand: Stand) =>
  stand.world.outsider.rows<{ readonly id: number }>(pathOf(stand));
export const sayingOf = (stand: Stand): string | undefined =>
  stand.world.condition(stand.name, 'Synced')?.reason;
