import * as z from 'zod';
import { text } from '../../../src/api/bounds.ts';
import { Empty, Id, Timestamp } from '../../../src/api/conventions.ts';
import { endpoint } from '../../../src/api/endpoint.ts';

const record = z.looseObject({});
const id = z.coerce.number().pipe(Id);
const read = {
  method: 'GET',
  scopes: ['account:read_only'],
  named: true,
  source: 'account#profile-and-grants',
} as const;
const write = {
  scopes: ['account:read_write'],
  named: true,
  source: 'account#profile-and-grants',
} as const;

const ProfileUpdate = z.strictObject({
  email: text(1, 128).optional(),
  timezone: z.string().optional(),
  email_notifications: z.boolean().optional(),
});

const label = text(1, 100);
const TokenCreate = z.strictObject({
  label: label.optional(),
  scopes: z.string().min(1),
  expiry: Timestamp.nullable().optional(),
});
const KeyCreate = z.strictObject({
  label: text(0, 64),
  ssh_key: z.string().regex(/^(ssh-|ecdsa-|sk-)\S+ \S+/, 'SSH Key is not valid'),
});
const Relabel = z.strictObject({ label: label.optional() });

/** Endpoints of a user's own tokens and keys that are recorded but absent from the contract. */
export const profileEndpoints = {
  update: endpoint({
    ...write,
    method: 'PUT',
    path: '/profile',
    body: ProfileUpdate,
    response: record,
  }),
  tokens: endpoint({
    ...read,
    path: '/profile/tokens',
    response: record,
    paged: 'sized',
    filters: ['created', 'label'],
  }),
  tokenCreate: endpoint({
    ...write,
    method: 'POST',
    path: '/profile/tokens',
    body: TokenCreate,
    response: record,
  }),
  token: endpoint({
    ...read,
    path: '/profile/tokens/{tokenId}',
    params: { tokenId: id },
    response: record,
  }),
  tokenUpdate: endpoint({
    ...write,
    method: 'PUT',
    path: '/profile/tokens/{tokenId}',
    params: { tokenId: id },
    body: Relabel,
    response: record,
  }),
  tokenDelete: endpoint({
    ...write,
    method: 'DELETE',
    path: '/profile/tokens/{tokenId}',
    params: { tokenId: id },
    response: Empty,
  }),
  keys: endpoint({
    ...read,
    path: '/profile/sshkeys',
    response: record,
    paged: 'sized',
    filters: ['label'],
  }),
  keyCreate: endpoint({
    ...write,
    method: 'POST',
    path: '/profile/sshkeys',
    body: KeyCreate,
    response: record,
  }),
  key: endpoint({
    ...read,
    path: '/profile/sshkeys/{keyId}',
    params: { keyId: id },
    response: record,
  }),
  keyUpdate: endpoint({
    ...write,
    method: 'PUT',
    path: '/profile/sshkeys/{keyId}',
    params: { keyId: id },
    body: Relabel,
    response: record,
  }),
  keyDelete: endpoint({
    ...write,
    method: 'DELETE',
    path: '/profile/sshkeys/{keyId}',
    params: { keyId: id },
    response: Empty,
  }),
} as const;
