import { stamp } from '../../core/clock.ts';
import { table } from '../../core/table.ts';
import { nextId, type Row, type World } from '../../core/world.ts';

/** The account itself: one row. Balances in US dollars; a positive one is owed. Source:
 *  account#account. */
export interface AccountRow extends Row {
  readonly company: string;
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly address_1: string;
  readonly address_2: string;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
  readonly country: string;
  readonly phone: string;
  readonly tax_id: string;
  readonly balance: number;
  readonly balance_uninvoiced: number;
  readonly active_since: string;
}

export const accounts = table<AccountRow>('account');

export const theAccount = (world: World): AccountRow => {
  const [row] = accounts.all(world);
  if (row === undefined) throw new Error('the world has no account');
  return row;
};

/** Creates the account of a new world. */
export const openAccount = (world: World, now: number): void => {
  accounts.insert(world, {
    id: nextId(world, 'account', 0),
    company: 'Example Ltd.',
    email: 'admin@example.org',
    first_name: 'Ada',
    last_name: 'Example',
    address_1: '1 Example Street',
    address_2: '',
    city: 'Exampleton',
    state: 'PA',
    zip: '19102',
    country: 'US',
    phone: '+15555550100',
    tax_id: '',
    balance: 0,
    balance_uninvoiced: 0,
    active_since: stamp(now),
  });
};
