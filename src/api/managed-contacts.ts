import * as z from 'zod';
import { text } from './bounds.ts';
import { Empty, envelope, Id, Timestamp } from './conventions.ts';
import { endpoint } from './endpoint.ts';

const PhoneNumber = z.string().nullable();

/** A person who is notified of issues of managed services. Source: monitoring#contacts. */
export const ManagedContact = z.looseObject({
  id: Id,
  name: z.string(),
  email: z.string(),
  phone: z.looseObject({ primary: PhoneNumber.optional(), secondary: PhoneNumber.optional() }),
  group: z.string().nullable(),
  updated: Timestamp,
});
export type ManagedContact = z.infer<typeof ManagedContact>;

/** Source: monitoring#contacts. */
export const ContactName = text(2, 64).regex(
  /^[a-zA-Z0-9_ -]*$/,
  'Must only use letters, digits, dashes, underscores and spaces',
);

/** Source: monitoring#contacts. */
export const ContactGroup = text(2, 50);

/** Absent members of an update stay. Source: monitoring#contacts. */
export const ContactPhone = z.strictObject({
  primary: PhoneNumber.optional(),
  secondary: PhoneNumber.optional(),
});

const email = z.email();
const optional = { group: ContactGroup.nullable().optional(), phone: ContactPhone.optional() };

/** Source: monitoring#contacts. */
export const ContactCreate = z.strictObject({ name: ContactName, email, ...optional });
export type ContactCreate = z.input<typeof ContactCreate>;

/** Source: monitoring#contacts. */
export const ContactUpdate = z.strictObject({
  name: ContactName.optional(),
  email: email.optional(),
  ...optional,
});
export type ContactUpdate = z.input<typeof ContactUpdate>;

const source = 'monitoring#contacts';
const all = '/managed/contacts';
const one = `${all}/{contactId}` as const;
const write = { scopes: ['account:read_write'], unrestricted: true, source } as const;

export const managedContacts = {
  list: endpoint({
    method: 'GET',
    path: all,
    scopes: ['account:read_only'],
    unrestricted: true,
    response: envelope(ManagedContact),
    paged: 'sized',
    filters: ['group'],
    source,
  }),
  create: endpoint({
    ...write,
    method: 'POST',
    path: all,
    body: ContactCreate,
    response: ManagedContact,
  }),
  view: endpoint({ ...write, method: 'GET', path: one, response: ManagedContact }),
  update: endpoint({
    ...write,
    method: 'PUT',
    path: one,
    body: ContactUpdate,
    response: ManagedContact,
  }),
  delete: endpoint({ ...write, method: 'DELETE', path: one, response: Empty }),
} as const;
