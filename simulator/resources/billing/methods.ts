import type { z } from 'zod';
import {
  type CreditCard,
  paymentMethods as endpoints,
  PAYMENT_METHODS,
} from '../../../src/api/payment-methods.ts';
import { parseStamp, stamp } from '../../core/clock.ts';
import { tell } from '../../core/events.ts';
import {
  done,
  firstOf,
  listedPlain,
  notFound,
  ok,
  type Refusal,
  type Reply,
  refuse,
} from '../../core/reply.ts';
import { type Route, route } from '../../core/route.ts';
import type { Turn } from '../../core/turn.ts';
import { nextId, type World } from '../../core/world.ts';
import { theAccount } from '../account/table.ts';
import { activeMethods, isValidAt, type MethodRow, methodTable, showMethod } from './table.ts';

const DAY_MS = 86_400_000;

const isFull = (world: World): Refusal | undefined =>
  activeMethods(world).length >= PAYMENT_METHODS.active
    ? refuse(`You can have up to ${PAYMENT_METHODS.active} active payment methods`)
    : undefined;

const isDayFull = ({ world, now }: Turn): Refusal | undefined =>
  methodTable.all(world).filter(({ created }) => parseStamp(created) > now - DAY_MS).length >=
  PAYMENT_METHODS.addedPerDay
    ? refuse(`You can add up to ${PAYMENT_METHODS.addedPerDay} payment methods a day`)
    : undefined;

/** Source: billing#payment-methods. */
const addressMissing = (world: World): Refusal | undefined => {
  const { address_1, city, country, zip } = theAccount(world);
  return [address_1, city, country, zip].includes('')
    ? refuse('The billing address of the account is not complete')
    : undefined;
};

type Card = z.output<typeof CreditCard>;

const expired = ({ now }: Turn, card: Card, at: string): Refusal | undefined =>
  isValidAt(now, card.expiry_month, card.expiry_year)
    ? undefined
    : refuse('The card is expired', `${at}expiry_year`);

const CARD_TYPES: Readonly<Record<string, string>> = { 3: 'American Express', 5: 'MasterCard' };

const makeDefault = (world: World, id: number): void => {
  for (const row of activeMethods(world))
    if (row.is_default !== (row.id === id))
      methodTable.update(world, row.id, { is_default: row.id === id });
};

/** Adds a card. @param at the path of its fields in the body */
const add = (turn: Turn, card: Card, isDefault: boolean, at: string): Reply => {
  const { world, now } = turn;
  const refusal = firstOf(
    () => expired(turn, card, at),
    () => addressMissing(world),
    () => isFull(world),
    () => isDayFull(turn),
  );
  if (refusal !== undefined) return refusal;
  const row = methodTable.insert(world, {
    id: nextId(world, 'payment method', 0),
    is_default: false,
    created: stamp(now),
    cardType: CARD_TYPES[card.card_number.charAt(0)] ?? 'Visa',
    lastFour: card.card_number.slice(-4),
    month: card.expiry_month,
    year: card.expiry_year,
    isActive: true,
    isDeclined: false,
  });
  if (isDefault || activeMethods(world).length === 1) makeDefault(world, row.id);
  const { id, company } = theAccount(world);
  tell(turn, {
    action: 'payment_method_add',
    entity: { id, type: 'account', label: company, url: '/v4/account/payment-methods' },
  });
  return done;
};

const method = (world: World, id: string | number): MethodRow | undefined =>
  activeMethods(world).find((row) => row.id === id);

/** Source: billing#payment-methods. */
export const methodRoutes: readonly Route[] = [
  route(endpoints.list, ({ turn: { world } }) => listedPlain(activeMethods(world), showMethod)),
  route(endpoints.add, ({ turn, body }) => add(turn, body.data, body.is_default, 'data.')),
  route(endpoints.setCard, ({ turn, body }) => add(turn, body, true, '')),
  route(endpoints.view, ({ turn: { world }, params }) => {
    const row = method(world, params.paymentMethodId);
    return row === undefined ? notFound : ok(showMethod(row));
  }),
  route(endpoints.delete, ({ turn: { world }, params }) => {
    const row = method(world, params.paymentMethodId);
    if (row === undefined) return notFound;
    if (row.is_default) return refuse('The default payment method cannot be deleted');
    methodTable.update(world, row.id, { isActive: false });
    return done;
  }),
  route(endpoints.makeDefault, ({ turn: { world }, params }) => {
    const row = method(world, params.paymentMethodId);
    if (row === undefined) return notFound;
    makeDefault(world, row.id);
    return done;
  }),
];
