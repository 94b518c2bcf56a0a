import * as z from 'zod';
import { text } from './bounds.ts';
import { envelope, Id, Timestamp } from './conventions.ts';
import { endpoint } from './endpoint.ts';
import { Cvv } from './payment-methods.ts';

/** Bounds of a payment in US dollars: the least amount, unless the balance is lower; the largest,
 *  unless the balance is greater; the largest with any balance. Source: billing#payments. */
export const PAYMENT_USD = { least: 5, most: 2000, mostWithBalance: 50_000 } as const;

/** A payment in US dollars. Source: billing#payments. */
export const Payment = z.looseObject({
  id: Id,
  date: Timestamp,
  usd: z.union([z.number(), z.string()]),
});
export type Payment = z.infer<typeof Payment>;

/** Source: billing#payments. */
export const PaymentCreate = z.strictObject({
  usd: z.string().regex(/^\$?\d+\.\d\d$/, 'usd is not valid'),
  payment_method_id: Id.optional(),
  cvv: Cvv.optional(),
});
export type PaymentCreate = z.input<typeof PaymentCreate>;

/** Source: billing#paypal. */
export const PaypalPayment = z.strictObject({
  cancel_url: z.string(),
  redirect_url: z.string(),
  usd: z.string(),
});

/** Source: billing#paypal. */
export const PaypalExecution = z.strictObject({ payer_id: z.string(), payment_id: z.string() });

/** Source: billing#cancel. */
export const AccountCancel = z.strictObject({ comments: z.string().optional() });

/** The answer to a cancellation: the address of a survey. Source: billing#cancel. */
export const Cancelled = z.looseObject({ survey_link: z.string() });

/** Conditions of a promo code: the greatest age of the account in days. Source:
 *  billing#promo-codes. */
export const PROMO_ACCOUNT_DAYS = 90;

/** Source: billing#promo-codes. */
export const PromoCode = z.strictObject({ promo_code: text(1, 32) });

/** A credit of a promotion, in US dollars as texts. Source: billing#promo-codes. */
export const Promotion = z.looseObject({
  summary: z.string(),
  description: z.string(),
  credit_monthly_cap: z.string(),
  credit_remaining: z.string(),
  this_month_credit_remaining: z.string(),
  expire_dt: Timestamp.nullable(),
  service_type: z.string(),
});
export type Promotion = z.infer<typeof Promotion>;

const source = 'billing#payments';
const read = { method: 'GET', scopes: ['account:read_only'], source } as const;
const write = { method: 'POST', scopes: ['account:read_write'], source } as const;
const all = '/account/payments';
const paypal = { ...write, response: z.looseObject({}), source: 'billing#paypal' } as const;

export const payments = {
  list: endpoint({ ...read, path: all, response: envelope(Payment), paged: 'sized' }),
  create: endpoint({ ...write, path: all, body: PaymentCreate, response: Payment }),
  view: endpoint({ ...read, path: `${all}/{paymentId}`, response: Payment }),
  paypal: endpoint({ ...paypal, path: `${all}/paypal`, body: PaypalPayment }),
  executePaypal: endpoint({ ...paypal, path: `${all}/paypal/execute`, body: PaypalExecution }),
  promo: endpoint({
    ...write,
    path: '/account/promo-codes',
    unrestricted: true,
    body: PromoCode,
    response: Promotion,
    source: 'billing#promo-codes',
  }),
  cancelAccount: endpoint({
    ...write,
    path: '/account/cancel',
    unrestricted: true,
    body: AccountCancel,
    response: Cancelled,
    source: 'billing#cancel',
  }),
} as const;
