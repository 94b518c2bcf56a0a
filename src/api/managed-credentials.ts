import * as z from 'zod';
import { text } from './bounds.ts';
import { Empty, envelope, Id, Timestamp } from './conventions.ts';
import { endpoint } from './endpoint.ts';

/** A credential for the staff of the service. Username and password do not read back. Source:
 *  monitoring#credentials. */
export const ManagedCredential = z.looseObject({
  id: Id,
  label: z.string(),
  last_decrypted: Timestamp.nullable(),
});
export type ManagedCredential = z.infer<typeof ManagedCredential>;

/** Source: monitoring#credentials. */
export const CredentialLabel = text(2, 75).regex(
  /^[a-zA-Z0-9_ .-]*$/,
  'Must only use letters, digits, dashes, underscores, spaces and periods',
);

/** Source: monitoring#credentials. */
export const CredentialUsername = text(0, 5000);

/** Source: monitoring#credentials. */
export const CredentialPassword = z.string().min(1, 'password is required');

/** Source: monitoring#credentials. */
export const CredentialCreate = z.strictObject({
  label: CredentialLabel,
  password: CredentialPassword,
  username: CredentialUsername.optional(),
});
export type CredentialCreate = z.input<typeof CredentialCreate>;

/** The label alone: username and password have an operation of their own. Source:
 *  monitoring#credentials. */
export const CredentialUpdate = z.strictObject({ label: CredentialLabel.optional() });
export type CredentialUpdate = z.input<typeof CredentialUpdate>;

/** Source: monitoring#credentials. */
export const CredentialSecrets = z.strictObject({
  password: CredentialPassword,
  username: CredentialUsername.optional(),
});
export type CredentialSecrets = z.input<typeof CredentialSecrets>;

/** The public key of the managed service of this account. Source: monitoring#credentials. */
export const ManagedSshKey = z.looseObject({ ssh_key: z.string() });
export type ManagedSshKey = z.infer<typeof ManagedSshKey>;

const source = 'monitoring#credentials';
const all = '/managed/credentials';
const one = `${all}/{credentialId}` as const;
const read = {
  method: 'GET',
  scopes: ['account:read_only'],
  unrestricted: true,
  source,
} as const;
const write = { scopes: ['account:read_write'], unrestricted: true, source } as const;

export const managedCredentials = {
  list: endpoint({ ...read, path: all, response: envelope(ManagedCredential), paged: 'sized' }),
  create: endpoint({
    ...write,
    method: 'POST',
    path: all,
    body: CredentialCreate,
    response: ManagedCredential,
  }),
  sshKey: endpoint({ ...read, path: `${all}/sshkey`, response: ManagedSshKey }),
  view: endpoint({ ...write, method: 'GET', path: one, response: ManagedCredential }),
  update: endpoint({
    ...write,
    method: 'PUT',
    path: one,
    body: CredentialUpdate,
    response: ManagedCredential,
  }),
  revoke: endpoint({ ...write, method: 'POST', path: `${one}/revoke`, response: Empty }),
  updateSecrets: endpoint({
    ...write,
    method: 'POST',
    path: `${one}/update`,
    body: CredentialSecrets,
    response: Empty,
  }),
} as const;
