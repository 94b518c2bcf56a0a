import { stamp } from '../../core/clock.ts';
import { table } from '../../core/table.ts';
import { nextId, type Row, type World } from '../../core/world.ts';

/** A card. `isDeclined`: payments with it fail. Source: billing#payment-methods. */
export interface MethodRow extends Row {
  readonly is_default: boolean;
  readonly created: string;
  readonly cardType: string;
  readonly lastFour: string;
  readonly month: number;
  readonly year: number;
  readonly isActive: boolean;
  readonly isDeclined: boolean;
}

/** A payment; `usd` in US dollars. Source: billing#payments. */
export interface PaymentRow extends Row {
  readonly date: string;
  readonly usd: number;
}

export const methodTable = table<MethodRow>('payment methods');
export const paymentTable = table<PaymentRow>('payments');

export const activeMethods = (world: World): readonly MethodRow[] =>
  methodTable.all(world).filter(({ isActive }) => isActive);

export const defaultMethod = (world: World): MethodRow | undefined =>
  activeMethods(world).find(({ is_default }) => is_default);

/** Formats the expiry of a card: 06/2031. */
const expiryOf = ({ month, year }: MethodRow): string =>
  `${String(month).padStart(2, '0')}/${year}`;

/** Reports whether a card is valid in the month of this instant. */
export const isValidAt = (now: number, month: number, year: number): boolean => {
  const date = new Date(now);
  return year * 12 + month - 1 >= date.getUTCFullYear() * 12 + date.getUTCMonth();
};

export const showMethod = (row: MethodRow): Readonly<Record<string, unknown>> => ({
  id: row.id,
  type: 'credit_card',
  is_default: row.is_default,
  created: row.created,
  data: { card_type: row.cardType, last_four: row.lastFour, expiry: expiryOf(row) },
});

/** Builds the card of the account's record. Source: account#account. */
export const showCard = (world: World): Readonly<Record<string, string | null>> => {
  const row = defaultMethod(world);
  return row === undefined
    ? { last_four: null, expiry: null }
    : { last_four: row.lastFour, expiry: expiryOf(row) };
};

/** Rounds to cents. */
export const cents = (usd: number): number => Math.round(usd * 100) / 100;

/** The card of a new account. */
export const openBilling = (world: World, now: number): void => {
  methodTable.insert(world, {
    id: nextId(world, 'payment method', 0),
    is_default: true,
    created: stamp(now),
    cardType: 'Visa',
    lastFour: '1111',
    month: 11,
    year: 2031,
    isActive: true,
    isDeclined: false,
  });
};
