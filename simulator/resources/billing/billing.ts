import { payments as endpoints, PROMO_ACCOUNT_DAYS } from '../../../src/api/payments.ts';
import { parseStamp, stamp } from '../../core/clock.ts';
import { ok, refuse } from '../../core/reply.ts';
import { type Resource, type Route, route } from '../../core/route.ts';
import { tokens } from '../../core/users.ts';
import { theAccount } from '../account/table.ts';
import { charge } from './charge.ts';
import { invoiceRoutes } from './invoices.ts';
import { methodRoutes } from './methods.ts';
import { paymentRoutes } from './payments.ts';
import { promotions, showPromotion } from './promotions.ts';
import { defaultMethod } from './table.ts';

const DAY_MS = 86_400_000;

/** Promo codes by their end, in milliseconds since the epoch. */
const CODES: Readonly<Record<string, number>> = {
  'WELCOME-100': Date.UTC(2222, 0, 1),
  'SUMMER-2020': Date.UTC(2020, 8, 1),
};

const PROMO_USD = 100;

/** Source: billing#promo-codes. */
const promoRoute: Route = route(endpoints.promo, ({ turn: { world, now }, body }) => {
  const { id, active_since } = theAccount(world);
  if (parseStamp(active_since) + PROMO_ACCOUNT_DAYS * DAY_MS <= now)
    return refuse('The account is too old for a promo code', 'promo_code');
  if (promotions.all(world).length > 0)
    return refuse('The account has a promo credit already', 'promo_code');
  const ends = CODES[body.promo_code];
  if (ends === undefined || ends <= now) return refuse('promo_code is not valid', 'promo_code');
  const row = { id, code: body.promo_code, usd: PROMO_USD, ends: stamp(now + 60 * DAY_MS) };
  return ok(showPromotion(promotions.insert(world, row)));
});

/** Source: billing#cancel. */
const cancelRoute: Route = route(endpoints.cancelAccount, ({ turn }) => {
  const { world } = turn;
  const { balance } = theAccount(world);
  const card = defaultMethod(world);
  const isPaid = balance <= 0 || (card !== undefined && charge(turn, card, balance) !== undefined);
  if (!isPaid) return refuse('The balance of the account cannot be charged', undefined, 409);
  for (const id of tokens.all(world).map((token) => token.id)) tokens.remove(world, id);
  return ok({ survey_link: `${world.settings.origin}/survey` });
});

/** Invoices, payments, cards and promotions. Source: billing#invoices; billing#payments. */
export const billingResource: Resource = {
  routes: [...invoiceRoutes, ...methodRoutes, ...paymentRoutes, promoRoute, cancelRoute],
};
