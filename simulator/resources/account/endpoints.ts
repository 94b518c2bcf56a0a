import * as z from 'zod';
import { text } from '../../../src/api/bounds.ts';
import { Empty } from '../../../src/api/conventions.ts';
import { endpoint } from '../../../src/api/endpoint.ts';
import { GLOBAL_GRANTS } from './grants.ts';

const record = z.looseObject({});
const source = 'account#users-and-settings';
const read = { method: 'GET', scopes: ['account:read_only'], named: true, source } as const;
const write = { scopes: ['account:read_write'], named: true, source } as const;
const params = { username: z.string().min(1) } as const;
const one = '/account/users/{username}';

/** Source: account#users-and-settings. */
const Username = text(3, 32).regex(
  /^[a-zA-Z0-9]((?![_-]{2,})[a-zA-Z0-9-_])+[a-zA-Z0-9]$/,
  'username is not valid',
);
const Email = text(1, 128);

const permission = z.enum(['read_only', 'read_write']).nullable();
const objects = z
  .array(z.strictObject({ id: z.int(), permissions: permission, label: z.string().optional() }))
  .optional();
const flags = Object.fromEntries(
  GLOBAL_GRANTS.map((name) => [name, z.boolean().optional()]),
) as Readonly<Record<(typeof GLOBAL_GRANTS)[number], z.ZodOptional<z.ZodBoolean>>>;

/** The grants of a user; absent members stay. */
export const GrantsUpdate = z.strictObject({
  global: z.strictObject({ account_access: permission.optional(), ...flags }).optional(),
  compute: objects,
  database: objects,
  domain: objects,
  firewall: objects,
  image: objects,
  longview: objects,
  nodebalancer: objects,
  stackscript: objects,
  volume: objects,
});
export type GrantsUpdate = z.output<typeof GrantsUpdate>;

/** Endpoints of the account that are observed but absent from the contract. */
export const accountEndpoints = {
  settings: endpoint({ ...read, path: '/account/settings', response: record }),
  settingsUpdate: endpoint({
    ...write,
    method: 'PUT',
    path: '/account/settings',
    body: z.strictObject({
      backups_enabled: z.boolean().optional(),
      network_helper: z.boolean().optional(),
      longview_subscription: z.string().nullable().optional(),
    }),
    response: record,
  }),
  transfer: endpoint({ ...read, path: '/account/transfer', response: record }),
  users: endpoint({
    ...read,
    path: '/account/users',
    response: record,
    paged: 'sized',
    filters: ['username'],
  }),
  userCreate: endpoint({
    ...write,
    method: 'POST',
    path: '/account/users',
    body: z.strictObject({
      username: Username,
      email: Email,
      restricted: z.boolean().default(true),
    }),
    response: record,
  }),
  user: endpoint({ ...read, path: one, params, response: record }),
  userUpdate: endpoint({
    ...write,
    method: 'PUT',
    path: one,
    params,
    body: z.strictObject({
      username: Username.optional(),
      email: Email.optional(),
      restricted: z.boolean().optional(),
    }),
    response: record,
  }),
  userDelete: endpoint({ ...write, method: 'DELETE', path: one, params, response: Empty }),
  grants: endpoint({ ...read, path: `${one}/grants`, params, response: record }),
  grantsUpdate: endpoint({
    ...write,
    method: 'PUT',
    path: `${one}/grants`,
    params,
    body: GrantsUpdate,
    response: record,
  }),
} as const;
