import { stamp } from '../../core/clock.ts';
import type { Turn } from '../../core/turn.ts';
import { nextId } from '../../core/world.ts';
import { accounts, theAccount } from '../account/table.ts';
import { cents, isValidAt, type MethodRow, type PaymentRow, paymentTable } from './table.ts';

/** Charges a card, and reduces the balance; undefined if the card is declined or expired. */
export const charge = (
  { world, now }: Turn,
  method: MethodRow,
  usd: number,
): PaymentRow | undefined => {
  if (method.isDeclined || !isValidAt(now, method.month, method.year)) return undefined;
  const { id, balance } = theAccount(world);
  accounts.update(world, id, { balance: cents(balance - usd) });
  return paymentTable.insert(world, {
    id: nextId(world, 'payment', 12_065_000),
    date: stamp(now),
    usd,
  });
};
