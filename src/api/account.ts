import * as z from 'zod';
import { text } from './bounds.ts';
import { envelope, Timestamp } from './conventions.ts';
import { endpoint } from './endpoint.ts';
import { EventEntity } from './events.ts';
import { word } from './word.ts';

const Line = z.string().nullable();

/** The billing account; balances in US dollars. Source: account#account. */
export const Account = z.looseObject({
  address_1: Line,
  address_2: Line,
  city: Line,
  company: Line,
  country: Line,
  email: z.string(),
  first_name: Line,
  last_name: Line,
  phone: Line,
  state: Line,
  tax_id: Line,
  zip: Line,
  balance: z.number(),
  balance_uninvoiced: z.number().optional(),
  active_since: Timestamp.optional(),
  capabilities: z.array(z.string()).optional(),
  euuid: z.string().optional(),
});
export type Account = z.infer<typeof Account>;

const upTo = (max: number): z.ZodOptional<z.ZodString> => text(0, max).optional();
const plainUpTo = (max: number): z.ZodOptional<z.ZodString> =>
  text(0, max)
    .regex(/^[^<>()"=]*$/, 'Must not contain < > ( ) " =')
    .optional();

/** All fields optional. Source: account#account. */
export const AccountUpdate = z.strictObject({
  address_1: upTo(64),
  address_2: upTo(64),
  city: upTo(24),
  company: plainUpTo(128),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, 'country is not valid')
    .optional(),
  email: upTo(128),
  first_name: plainUpTo(50),
  last_name: plainUpTo(50),
  phone: upTo(32),
  state: upTo(24),
  tax_id: upTo(25),
  zip: z
    .string()
    .regex(/^[ -]*([a-zA-Z0-9][ -]*){0,9}$/, 'zip is not valid')
    .optional(),
});
export type AccountUpdate = z.input<typeof AccountUpdate>;

/** Planned work of the service on a resource that the user may see. Source: account#maintenance. */
export const Maintenance = z.looseObject({
  type: word(['reboot', 'cold_migration', 'live_migration']),
  status: word(['pending', 'started', 'completed']),
  reason: z.string(),
  when: Timestamp.nullable(),
  entity: EventEntity,
});
export type Maintenance = z.infer<typeof Maintenance>;

/** A notice that requires attention; gone when resolved. Source: account#notifications. */
export const Notification = z.looseObject({
  label: z.string(),
  message: z.string(),
  type: z.string(),
  severity: word(['minor', 'major', 'critical']),
  body: z.string().nullish(),
  when: Timestamp.nullish(),
  until: Timestamp.nullish(),
  entity: EventEntity.nullable(),
});
export type Notification = z.infer<typeof Notification>;

const source = 'account#account';
const read = { method: 'GET', scopes: ['account:read_only'], source } as const;

export const account = {
  view: endpoint({ ...read, path: '/account', response: Account }),
  update: endpoint({
    method: 'PUT',
    path: '/account',
    scopes: ['account:read_write'],
    body: AccountUpdate,
    response: Account,
    source,
  }),
  /** Descriptions show no scope, and recordings need none. */
  maintenance: endpoint({
    method: 'GET',
    path: '/account/maintenance',
    scopes: [],
    response: envelope(Maintenance),
    paged: 'unsized',
    filters: ['type', 'status', 'when'],
    source,
  }),
  notifications: endpoint({
    ...read,
    path: '/account/notifications',
    response: envelope(Notification),
    paged: 'unsized',
  }),
} as const;
