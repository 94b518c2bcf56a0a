import { payments as endpoints, PAYMENT_USD } from '../../../src/api/payments.ts';
import { tell } from '../../core/events.ts';
import { listedPlain, notFound, ok, refuse } from '../../core/reply.ts';
import { type Route, route } from '../../core/route.ts';
import { isRecorded, type World } from '../../core/world.ts';
import { theAccount } from '../account/table.ts';
import { charge } from './charge.ts';
import { activeMethods, defaultMethod, type PaymentRow, paymentTable } from './table.ts';

/** An amount is a number in recordings, and a text by the letter of the documents. */
const show =
  (world: World) =>
  ({ usd, ...row }: PaymentRow): Readonly<Record<string, unknown>> => ({
    ...row,
    usd: isRecorded(world) ? usd : usd.toFixed(2),
  });

/** Returns the least and the largest amount of a payment. Source: billing#payments. */
const boundsOf = (balance: number): readonly [least: number, most: number] => [
  balance > 0 ? Math.min(PAYMENT_USD.least, balance) : PAYMENT_USD.least,
  Math.max(PAYMENT_USD.most, Math.min(balance, PAYMENT_USD.mostWithBalance)),
];

const createRoute = route(endpoints.create, ({ turn, body }) => {
  const { world } = turn;
  const usd = Number(body.usd.replace('$', ''));
  const [least, most] = boundsOf(theAccount(world).balance);
  if (usd < least || usd > most)
    return refuse(`Must be ${least.toFixed(2)}-${most.toFixed(2)}`, 'usd');
  const method =
    body.payment_method_id === undefined
      ? defaultMethod(world)
      : activeMethods(world).find(({ id }) => id === body.payment_method_id);
  if (method === undefined) return refuse('payment_method_id is not valid', 'payment_method_id');
  if (body.cvv === undefined) return refuse('cvv is required', 'cvv');
  const payment = charge(turn, method, usd);
  if (payment === undefined) return refuse('The payment was declined');
  const { id, company } = theAccount(world);
  tell(turn, {
    action: 'payment_submitted',
    entity: { id, type: 'account', label: company, url: '/v4/account/payments' },
  });
  return ok(show(world)(payment));
});

/** Source: billing#paypal. */
const disabled = refuse('Payments by PayPal are disabled');

/** Source: billing#payments. */
export const paymentRoutes: readonly Route[] = [
  route(endpoints.list, ({ turn: { world } }) => listedPlain(paymentTable.all(world), show(world))),
  createRoute,
  route(endpoints.view, ({ turn: { world }, params }) => {
    const row = paymentTable.find(world, Number(params.paymentId));
    return row === undefined ? notFound : ok(show(world)(row));
  }),
  route(endpoints.paypal, () => disabled),
  route(endpoints.executePaypal, () => disabled),
];
