import * as z from 'zod';
import { text } from './bounds.ts';
import { Empty, envelope, Id, Timestamp } from './conventions.ts';
import { endpoint } from './endpoint.ts';

/** A deployment script. `mine` marks the account's own among the thousands of public ones; a
 *  deleted image leaves a null. Source: images#stackscripts. */
export const StackScript = z.looseObject({
  id: Id,
  username: z.string(),
  label: z.string(),
  description: z.string(),
  images: z.array(z.string().nullable()),
  deployments_total: z.int(),
  deployments_active: z.int(),
  is_public: z.boolean(),
  mine: z.boolean(),
  created: Timestamp,
  updated: Timestamp,
  rev_note: z.string(),
  script: z.string(),
  user_defined_fields: z.array(z.looseObject({ label: z.string(), name: z.string() })),
});
export type StackScript = z.infer<typeof StackScript>;

/** Member of `images` that accepts every image, private ones included. Source:
 *  images#stackscripts. */
export const ANY_IMAGE = 'any/all';

/** Source: images#stackscripts. */
export const StackScriptCreate = z.strictObject({
  label: text(3, 128),
  script: z.string(),
  images: z.array(z.string()),
  description: z.string().optional(),
  is_public: z.boolean().optional(),
  rev_note: z.string().optional(),
});
export type StackScriptCreate = z.input<typeof StackScriptCreate>;

/** Source: images#stackscripts. */
export const StackScriptUpdate = StackScriptCreate.partial();
export type StackScriptUpdate = z.input<typeof StackScriptUpdate>;

const source = 'images#stackscripts';
const all = '/compute/stackscripts';
const one = `${all}/{stackscriptId}` as const;

export const stackscripts = {
  list: endpoint({
    method: 'GET',
    path: all,
    scopes: ['stackscripts:read_only'],
    auth: 'optional',
    response: envelope(StackScript),
    paged: 'sized',
    filters: ['label', 'description', 'deployments_total', 'is_public', 'rev_note', 'mine'],
    source,
  }),
  create: endpoint({
    method: 'POST',
    path: all,
    scopes: ['stackscripts:read_write'],
    grant: 'add_stackscripts',
    body: StackScriptCreate,
    response: StackScript,
    source,
  }),
  view: endpoint({
    method: 'GET',
    path: one,
    scopes: ['stackscripts:read_only'],
    response: StackScript,
    source,
  }),
  update: endpoint({
    method: 'PUT',
    path: one,
    scopes: ['stackscripts:read_write'],
    body: StackScriptUpdate,
    response: StackScript,
    source,
  }),
  delete: endpoint({
    method: 'DELETE',
    path: one,
    scopes: ['stackscripts:read_write'],
    response: Empty,
    source,
  }),
} as const;
