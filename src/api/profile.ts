import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { word } from './word.ts';

/** The user of the token. Source: account#profile-and-grants. */
export const Profile = z.looseObject({
  uid: z.int().optional(),
  username: z.string(),
  email: z.string(),
  timezone: z.string(),
  restricted: z.boolean(),
  two_factor_auth: z.boolean().optional(),
  authentication_type: z.string().optional(),
  lish_auth_method: z.string().optional(),
});
export type Profile = z.infer<typeof Profile>;

const permission = word(['read_only', 'read_write']).nullable();
const granted = z.boolean().optional();
const objects = z
  .array(
    z.looseObject({
      id: z.union([z.int(), z.string()]),
      label: z.string().nullish(),
      permissions: permission,
    }),
  )
  .optional();

/** Permissions of a restricted user: to create, by kind, and on each object. Source:
 *  conventions#restricted-users; account#profile-and-grants. */
export const Grants = z.looseObject({
  global: z.looseObject({
    account_access: permission,
    add_computes: granted,
    add_databases: granted,
    add_volumes: granted,
    add_domains: granted,
    add_firewalls: granted,
    add_images: granted,
    add_stackscripts: granted,
    cancel_account: granted,
  }),
  compute: objects,
  database: objects,
  domain: objects,
  firewall: objects,
  image: objects,
  stackscript: objects,
  volume: objects,
});
export type Grants = z.infer<typeof Grants>;

const source = 'account#profile-and-grants';

/** Requires a token and no scope. */
export const profile = {
  view: endpoint({
    method: 'GET',
    path: '/profile',
    scopes: [],
    response: Profile,
    named: true,
    source,
  }),
  /** An unrestricted user has no grants: 204 without a body, or 400 on newer platforms. */
  grants: endpoint({
    method: 'GET',
    path: '/profile/grants',
    scopes: [],
    response: Grants.optional(),
    named: true,
    source,
  }),
} as const;
