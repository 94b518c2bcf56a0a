import { describe, expect, test } from 'vitest';
import { invoices } from '../../../src/api/invoices.ts';
import { paymentMethods } from '../../../src/api/payment-methods.ts';
import { payments } from '../../../src/api/payments.ts';
import { type Case, playAll } from '../../../test/support/simulator/case.ts';
import { field, running } from '../../../test/support/simulator/givens.ts';
import { openStage, type Stage } from '../../../test/support/simulator/stage.ts';

const METHODS = '/account/payment-methods';
const PAYMENTS = '/account/payments';
const PROMO = '/account/promo-codes';
const CARD = { card_number: '5105105105105100', cvv: '123', expiry_month: 6, expiry_year: 2023 };
const METHOD = { type: 'credit_card', is_default: false, data: CARD };
const DAY_MS = 86_400_000;

const patch = (stage: Stage, table: string, set: object): void => {
  stage.call('POST', '/__sim/patch', { table, id: 1, set });
};

const owes = (balance: number) => (stage: Stage) => {
  patch(stage, 'account', { balance });
  return 0;
};

const card = (change: object, problem: string): Case => ({
  name: `a card is refused: ${problem}`,
  call: () => ['POST', METHODS, { ...METHOD, data: { ...CARD, ...change } }],
  status: 400,
  problems: [problem],
});

const pays = (usd: string, balance: number, problem?: string): Case => ({
  name: `${usd} is paid where ${balance} is owed${problem === undefined ? '' : `: ${problem}`}`,
  given: owes(balance),
  call: () => ['POST', PAYMENTS, { usd, cvv: '123' }],
  ...(problem === undefined
    ? { has: { usd: Number(usd.replace('$', '')) } }
    : { status: 400, problems: [problem] }),
});

playAll([
  card({ card_number: '1'.repeat(13) }, 'data.card_number: Length must be 14-24 characters'),
  card({ card_number: '5105 1051 0510 5100' }, 'data.card_number: card_number is not valid'),
  card({ cvv: '12' }, 'data.cvv: Length must be 3-4 characters'),
  card({ expiry_month: 13 }, 'data.expiry_month: Must be 1-12'),
  card({ expiry_year: 23 }, 'data.expiry_year: Must be 1000-9999'),
  card({ expiry_month: 5 }, 'data.expiry_year: The card is expired'),
  {
    name: 'a card needs the billing address',
    given: (stage) => {
      patch(stage, 'account', { zip: '' });
      return 0;
    },
    call: () => ['POST', METHODS, METHOD],
    status: 400,
    problems: ['The billing address of the account is not complete'],
  },
  {
    name: 'a card of this month is added',
    call: () => ['POST', METHODS, METHOD],
    afterwards: (stage) => {
      expect(stage.call('GET', METHODS).at('data')).toMatchObject([
        { is_default: true, data: { last_four: '1111' } },
        {
          is_default: false,
          data: { card_type: 'MasterCard', last_four: '5100', expiry: '06/2023' },
        },
      ]);
      expect(field(stage, '/account/events', 'data', 0, 'action')).toBe('payment_method_add');
    },
  },
  {
    name: 'the deprecated operation sets the default',
    call: () => ['POST', '/account/credit-card', CARD],
    afterwards: (stage) => {
      expect(field(stage, METHODS, 'data', 0, 'is_default')).toBe(false);
      expect(field(stage, '/account', 'credit_card', 'last_four')).toBe('5100');
    },
  },
  {
    name: 'the default method cannot be deleted',
    call: () => ['DELETE', `${METHODS}/1`],
    status: 400,
    problems: ['The default payment method cannot be deleted'],
  },
  pays('5.00', 0),
  pays('$5.00', 0),
  pays('4.99', 0, 'usd: Must be 5.00-2000.00'),
  pays('3.00', 3),
  pays('2.99', 3, 'usd: Must be 3.00-2000.00'),
  pays('2000.00', 0),
  pays('2000.01', 0, 'usd: Must be 5.00-2000.00'),
  pays('3000.00', 3000),
  pays('50000.01', 60_000, 'usd: Must be 5.00-50000.00'),
  pays('1,000.00', 0, 'usd: usd is not valid'),
  pays('10', 0, 'usd: usd is not valid'),
  {
    name: 'a payment by card needs its code',
    call: () => ['POST', PAYMENTS, { usd: '10.00' }],
    status: 400,
    problems: ['cvv: cvv is required'],
  },
  {
    name: 'a payment needs a known method',
    call: () => ['POST', PAYMENTS, { usd: '10.00', cvv: '123', payment_method_id: 9 }],
    status: 400,
    problems: ['payment_method_id: payment_method_id is not valid'],
  },
  {
    name: 'PayPal is disabled',
    call: () => ['POST', `${PAYMENTS}/paypal`, { cancel_url: 'a', redirect_url: 'b', usd: '5.00' }],
    status: 400,
    problems: ['Payments by PayPal are disabled'],
  },
  {
    name: 'a payment by PayPal cannot be executed',
    call: () => ['POST', `${PAYMENTS}/paypal/execute`, { payer_id: 'a', payment_id: 'b' }],
    status: 400,
    problems: ['Payments by PayPal are disabled'],
  },
  {
    name: 'a promo code gives a credit',
    call: () => ['POST', PROMO, { promo_code: 'WELCOME-100' }],
    has: { credit_remaining: '100.00' },
    afterwards: (stage) => {
      expect(field(stage, '/account', 'active_promotions', 0, 'summary')).toBe('$100 off');
    },
  },
  {
    name: 'a promo code must not be expired',
    call: () => ['POST', PROMO, { promo_code: 'SUMMER-2020' }],
    status: 400,
    problems: ['promo_code: promo_code is not valid'],
  },
  {
    name: 'an account has one promo credit',
    given: (stage) => stage.call('POST', PROMO, { promo_code: 'WELCOME-100' }).status,
    call: () => ['POST', PROMO, { promo_code: 'WELCOME-100' }],
    status: 400,
    problems: ['promo_code: The account has a promo credit already'],
  },
  {
    name: 'an old account has no promo credit',
    given: (stage) => {
      stage.pass(90 * DAY_MS);
      return 0;
    },
    call: () => ['POST', PROMO, { promo_code: 'WELCOME-100' }],
    status: 400,
    problems: ['promo_code: The account is too old for a promo code'],
  },
  {
    name: 'a restricted user redeems no promo code',
    call: (_id, stage) => [
      'POST',
      PROMO,
      { promo_code: 'WELCOME-100' },
      { token: stage.sim.tokens.restricted },
    ],
    status: 403,
  },
]);

test('six methods are active, whatever was deleted', () => {
  const stage = openStage();
  const add = (): number => stage.call('POST', METHODS, METHOD).status;
  expect([add(), add(), add(), add(), add(), add()]).toEqual([200, 200, 200, 200, 200, 400]);
  expect(stage.call('DELETE', `${METHODS}/2`).status).toBe(200);
  expect([stage.call('GET', `${METHODS}/2`).status, add()]).toEqual([404, 200]);
});

test('sixty methods are added a day', () => {
  const stage = openStage();
  stage.pass(DAY_MS);
  const statuses = Array.from({ length: 61 }, (_, at) => {
    const { status } = stage.call('POST', METHODS, METHOD);
    stage.call('DELETE', `${METHODS}/${at + 2}`);
    return status;
  });
  expect(statuses.filter((status) => status === 200)).toHaveLength(60);
  stage.pass(DAY_MS);
  expect(stage.call('POST', METHODS, METHOD).status).toBe(200);
});

test('another method becomes the default alone', () => {
  const stage = openStage();
  stage.call('POST', METHODS, METHOD);
  stage.call('POST', `${METHODS}/2/make-default`);
  const defaults = [1, 2].map((id) => field(stage, `${METHODS}/${id}`, 'is_default'));
  expect(defaults).toEqual([false, true]);
});

test('a payment reduces the balance, and is listed', () => {
  const stage = openStage();
  owes(20)(stage);
  const paid = stage.call('POST', PAYMENTS, { usd: '12.50', cvv: '123' });
  expect(field(stage, '/account', 'balance')).toBe(7.5);
  expect(field(stage, `${PAYMENTS}/${String(paid.at('id'))}`, 'usd')).toBe(12.5);
  expect(field(stage, PAYMENTS, 'results')).toBe(1);
  expect(field(stage, '/account/events', 'data', 0, 'action')).toBe('payment_submitted');
});

test('by the letter of the documents, an amount is a text', () => {
  const stage = openStage({ dialect: 'documents' });
  expect(stage.call('POST', PAYMENTS, { usd: '$12.50', cvv: '123' }).at('usd')).toBe('12.50');
});

test('a month is invoiced at its end, and charged', () => {
  const stage = openStage();
  running(stage);
  expect(field(stage, '/account/invoices', 'results')).toBe(0);
  stage.pass(46 * DAY_MS);
  expect(field(stage, '/account/invoices', 'data')).toMatchObject([
    { date: '2023-07-01T00:00:00', total: 2.79, tax: 0 },
  ]);
  const id = String(field(stage, '/account/invoices', 'data', 0, 'id'));
  expect(field(stage, `/account/invoices/${id}/items`, 'data', 0)).toMatchObject({
    type: 'hourly',
    quantity: 372,
    unit_price: '0.0075',
    amount: 2.79,
    to: '2023-06-30T23:59:59',
  });
  expect(field(stage, PAYMENTS, 'data', 0)).toMatchObject({ usd: 2.79 });
  expect(field(stage, '/account', 'balance')).toBe(0);
});

test('an invoice that cannot be charged is owed, and an account that owes is not cancelled', () => {
  const stage = openStage();
  running(stage);
  patch(stage, 'payment methods', { isDeclined: true });
  stage.pass(20 * DAY_MS);
  expect(field(stage, '/account/invoices', 'results')).toBe(1);
  expect(field(stage, '/account', 'balance')).toBe(2.79);
  const refused = stage.call('POST', PAYMENTS, { usd: '5.00', cvv: '123' });
  expect(refused.at('errors', 0, 'reason')).toBe('The payment was declined');
  const cancelled = stage.call('POST', '/account/cancel', { comments: 'bye' });
  expect(cancelled.status).toBe(409);
  expect(cancelled.at('errors', 0, 'reason')).toMatch(/cannot be charged/);
});

test('a cancelled account answers no more', () => {
  const stage = openStage();
  owes(7)(stage);
  expect(stage.call('POST', '/account/cancel').at('survey_link')).toMatch(/^http/);
  expect(stage.call('GET', '/account').status).toBe(401);
});

describe.each(['recorded', 'documents'] as const)('in the dialect of %s', (dialect) => {
  test('every answer is as the contract says', () => {
    const stage = openStage({ dialect });
    running(stage);
    stage.pass(46 * DAY_MS);
    const invoice = `/account/invoices/${String(field(stage, '/account/invoices', 'data', 0, 'id'))}`;
    const paid = stage.call('POST', PAYMENTS, { usd: '12.50', cvv: '123' });
    const answers = [
      [invoices.list, stage.call('GET', '/account/invoices')],
      [invoices.view, stage.call('GET', invoice)],
      [invoices.items, stage.call('GET', `${invoice}/items`)],
      [paymentMethods.list, stage.call('GET', METHODS)],
      [paymentMethods.view, stage.call('GET', `${METHODS}/1`)],
      [payments.list, stage.call('GET', PAYMENTS)],
      [payments.create, paid],
      [payments.view, stage.call('GET', `${PAYMENTS}/${String(paid.at('id'))}`)],
      [payments.promo, stage.call('POST', PROMO, { promo_code: 'WELCOME-100' })],
      [payments.cancelAccount, stage.call('POST', '/account/cancel')],
    ] as const;
    expect(
      answers.map(([{ path, response }, { body }]) => [path, response.safeParse(body).success]),
    ).toEqual(answers.map(([{ path }]) => [path, true]));
  });
});
