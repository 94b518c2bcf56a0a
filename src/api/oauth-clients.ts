import * as z from 'zod';
import { text } from './bounds.ts';
import { Empty, envelope } from './conventions.ts';
import { endpoint } from './endpoint.ts';
import { file } from './file-content.ts';
import { word } from './word.ts';

/** The value of a client's secret in every answer but those of its creation and of a reset. Source:
 *  account#oauth-clients. */
export const REDACTED = '<REDACTED>';

/** A client that users of the service can log in to. `secret`: plain text in the answers to a
 *  creation and a reset. Source: account#oauth-clients. */
export const OAuthClient = z.looseObject({
  id: z.string(),
  label: z.string(),
  redirect_uri: z.string(),
  public: z.boolean(),
  status: word(['active', 'disabled', 'suspended']),
  secret: z.string(),
  thumbnail_url: z.string().nullable(),
});
export type OAuthClient = z.infer<typeof OAuthClient>;

const Label = text(1, 512);
const RedirectUri = z.url('redirect_uri is not valid');

/** Source: account#oauth-clients. */
export const OAuthClientCreate = z.strictObject({
  label: Label.optional(),
  redirect_uri: RedirectUri,
  public: z.boolean().optional(),
});
export type OAuthClientCreate = z.input<typeof OAuthClientCreate>;

/** Source: account#oauth-clients. */
export const OAuthClientUpdate = z.strictObject({
  label: Label.optional(),
  redirect_uri: RedirectUri.optional(),
  public: z.boolean().optional(),
});
export type OAuthClientUpdate = z.input<typeof OAuthClientUpdate>;

const source = 'account#oauth-clients';
const all = '/account/oauth-clients';
const one = `${all}/{clientId}` as const;
const thumbnail = `${one}/thumbnail` as const;
const write = { scopes: ['account:read_write'], source } as const;
const read = { method: 'GET', scopes: ['account:read_only'], source } as const;

export const oauthClients = {
  list: endpoint({
    ...read,
    path: all,
    response: envelope(OAuthClient),
    paged: 'sized',
    filters: ['label', 'public'],
  }),
  create: endpoint({
    ...write,
    method: 'POST',
    path: all,
    body: OAuthClientCreate,
    response: OAuthClient,
  }),
  view: endpoint({ ...read, path: one, response: OAuthClient }),
  update: endpoint({
    ...write,
    method: 'PUT',
    path: one,
    body: OAuthClientUpdate,
    response: OAuthClient,
  }),
  delete: endpoint({ ...write, method: 'DELETE', path: one, response: Empty }),
  resetSecret: endpoint({
    ...write,
    method: 'POST',
    path: `${one}/reset-secret`,
    response: OAuthClient,
  }),
  thumbnail: endpoint({
    ...read,
    path: thumbnail,
    scopes: [],
    auth: 'none',
    media: 'image/png',
    response: file(),
    source: 'account#thumbnails',
  }),
  setThumbnail: endpoint({
    ...write,
    method: 'PUT',
    path: thumbnail,
    media: 'image/png',
    body: file(),
    response: Empty,
    source: 'account#thumbnails',
  }),
} as const;
