import { invoices as endpoints } from '../../../src/api/invoices.ts';
import { planType } from '../../catalog/types.ts';
import { parseStamp, stamp } from '../../core/clock.ts';
import { listedPlain, notFound, ok } from '../../core/reply.ts';
import { type Route, route } from '../../core/route.ts';
import { table } from '../../core/table.ts';
import type { Turn } from '../../core/turn.ts';
import { nextId, type Row } from '../../core/world.ts';
import { accounts, theAccount } from '../account/table.ts';
import { instances } from '../instances/table.ts';
import { charge } from './charge.ts';
import { cents, defaultMethod } from './table.ts';

/** A line of an invoice. Source: billing#invoices. */
interface Item {
  readonly label: string;
  readonly quantity: number;
  readonly price: number;
  readonly amount: number;
  readonly from: string;
  readonly to: string;
}

interface InvoiceRow extends Row {
  readonly date: string;
  readonly total: number;
  readonly items: readonly Item[];
}

const invoices = table<InvoiceRow>('invoices');

const HOUR_MS = 3_600_000;

/** Returns the beginning of the month after an instant. */
const nextMonth = (at: number): number => {
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
};

/** Returns the lines of a month: the hours of each instance, at most its monthly price. */
const itemsOf = ({ world }: Turn, from: number, to: number): readonly Item[] =>
  instances.all(world).flatMap((row) => {
    const begun = Math.max(from, parseStamp(row.created));
    const price = planType(row.type)?.price;
    if (price === undefined || begun >= to) return [];
    const quantity = Math.ceil((to - begun) / HOUR_MS);
    const amount = cents(Math.min(price.monthly, quantity * price.hourly));
    return [
      {
        label: `${row.label} (${row.id})`,
        quantity,
        price: price.hourly,
        amount,
        from: stamp(begun),
        to: stamp(to - 1000),
      },
    ];
  });

/** Writes an invoice, and charges the default card; what it cannot charge is owed. */
const invoice = (turn: Turn, from: number, to: number): void => {
  const { world } = turn;
  const items = itemsOf(turn, from, to);
  const total = cents(items.reduce((sum, { amount }) => sum + amount, 0));
  const id = nextId(world, 'invoice', 16_000_000);
  invoices.insert(world, { id, date: stamp(to), total, items });
  if (total === 0) return;
  const account = theAccount(world);
  accounts.update(world, account.id, { balance: cents(account.balance + total) });
  const card = defaultMethod(world);
  if (card !== undefined) charge({ ...turn, now: to }, card, total);
};

/** Writes the invoices of the months that ended since the last one. They show the instances that
 *  exist at the time of the call. */
const catchUp = (turn: Turn): void => {
  const last = invoices.all(turn.world).at(-1)?.date ?? theAccount(turn.world).active_since;
  let from = parseStamp(last);
  for (let to = nextMonth(from); to <= turn.now; to = nextMonth(from)) {
    invoice(turn, from, to);
    from = to;
  }
};

/** No tax is charged. */
const show = ({ id, date, total }: InvoiceRow): Readonly<Record<string, unknown>> => ({
  id,
  date,
  label: `Invoice #${id}`,
  subtotal: total,
  tax: 0,
  tax_summary: [],
  total,
});

const showItem = ({ price, ...item }: Item): Readonly<Record<string, unknown>> => ({
  ...item,
  type: 'hourly',
  unit_price: price.toFixed(4),
  tax: 0,
  total: item.amount,
});

/** Returns all invoices, with those that are due. */
const all = (turn: Turn): readonly InvoiceRow[] => {
  catchUp(turn);
  return invoices.all(turn.world);
};

/** Source: billing#invoices. */
export const invoiceRoutes: readonly Route[] = [
  route(endpoints.list, ({ turn }) => listedPlain(all(turn), show)),
  route(endpoints.view, ({ turn, params }) => {
    const row = all(turn).find(({ id }) => id === params.invoiceId);
    return row === undefined ? notFound : ok(show(row));
  }),
  route(endpoints.items, ({ turn, params }) => {
    const row = all(turn).find(({ id }) => id === params.invoiceId);
    return row === undefined ? notFound : listedPlain(row.items, showItem);
  }),
];
