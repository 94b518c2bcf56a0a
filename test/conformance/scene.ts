import type { Case } from '../../src/model/case.ts';
import { isReady } from './endings.ts';
import { itemsIn } from './holdings.ts';
import { furnish } from './row.ts';
import { apply, newStand, POLICY, reach, real, type Stand, type Tried } from './stand.ts';

/** Builds an installation for the smallest object of a kind, with its needs in the account. */
export async function stood(tried: Tried, row: Case = { name: '' }): Promise<Stand> {
  const stand = newStand(tried, row, 'recorded');
  await furnish(stand);
  stand.world.start();
  return stand;
}

/** Creates the smallest object of the kind and its item. */
export async function made(stand: Stand): Promise<void> {
  apply(stand, stand.table.spec, POLICY);
  await reach(stand, 'ready', () => isReady(stand));
}

/** Returns the desired state of the smallest object for the kind. */
export const desiredOf = (stand: Stand) => ({
  spec: real(stand, stand.table.spec),
  name: stand.name.name,
  mark: null,
  secrets: {},
});

/** Returns the collection of the kind's items. */
export const pathOf = (stand: Stand): string => stand.kind.collection(desiredOf(stand));

export const itemsOf = itemsIn;
export const sayingOf = (stand: Stand): string | undefined =>
  stand.world.condition(stand.name, 'Synced')?.reason;
