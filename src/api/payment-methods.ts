import * as z from 'zod';
import { between, text } from './bounds.ts';
import { Empty, envelope, Id, Timestamp } from './conventions.ts';
import { endpoint } from './endpoint.ts';
import { word } from './word.ts';

/** Numbers of payment methods: active ones, and those added in a day. Source:
 *  billing#payment-methods. */
export const PAYMENT_METHODS = { active: 6, addedPerDay: 60 } as const;

/** A way to pay; shows the last digits of a card. Source: billing#payment-methods. */
export const PaymentMethod = z.looseObject({
  id: Id,
  type: word(['credit_card', 'google_pay', 'paypal']),
  is_default: z.boolean(),
  created: Timestamp,
  data: z.looseObject({
    card_type: z.string().optional(),
    last_four: z.string().optional(),
    expiry: z.string().optional(),
  }),
});
export type PaymentMethod = z.infer<typeof PaymentMethod>;

const digits = (min: number, max: number, field: string): z.ZodString =>
  text(min, max).regex(/^\d+$/, `${field} is not valid`);

/** The security code of a card. */
export const Cvv = digits(3, 4, 'cvv');

/** A credit card. Source: billing#payment-methods. */
export const CreditCard = z.strictObject({
  card_number: digits(14, 24, 'card_number'),
  cvv: Cvv,
  expiry_month: between(1, 12),
  expiry_year: between(1000, 9999),
});
export type CreditCard = z.input<typeof CreditCard>;

/** Source: billing#payment-methods. */
export const PaymentMethodCreate = z.strictObject({
  type: z.enum(['credit_card']),
  is_default: z.boolean(),
  data: CreditCard,
});
export type PaymentMethodCreate = z.input<typeof PaymentMethodCreate>;

const source = 'billing#payment-methods';
const read = { method: 'GET', scopes: ['account:read_only'], source } as const;
const write = { scopes: ['account:read_write'], response: Empty, source } as const;
const all = '/account/payment-methods';
const one = `${all}/{paymentMethodId}` as const;

export const paymentMethods = {
  list: endpoint({ ...read, path: all, response: envelope(PaymentMethod), paged: 'sized' }),
  add: endpoint({ ...write, method: 'POST', path: all, body: PaymentMethodCreate }),
  view: endpoint({ ...read, path: one, response: PaymentMethod }),
  delete: endpoint({ ...write, method: 'DELETE', path: one }),
  makeDefault: endpoint({ ...write, method: 'POST', path: `${one}/make-default` }),
  /** Deprecated. */
  setCard: endpoint({ ...write, method: 'POST', path: '/account/credit-card', body: CreditCard }),
} as const;
