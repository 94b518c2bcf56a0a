import * as z from 'zod';
import { between, text } from './bounds.ts';
import { Empty, envelope } from './conventions.ts';
import { MySqlDatabase } from './databases.ts';
import { endpoint } from './endpoint.ts';

const DatabaseLabel = text(3, 32);

/** Single addresses and ranges that may connect; an empty list allows no connection. Source:
 *  databases#allow-list. */
export const AllowList = z.array(z.union([z.ipv4(), z.cidrv4(), z.ipv6(), z.cidrv6()]));

/** Source: databases#create. */
export const DatabaseCreate = z.strictObject({
  engine: z.string().regex(/^[a-z]+\/[\w.]+$/, 'engine is not valid'),
  label: DatabaseLabel,
  region: z.string(),
  type: z.string(),
  allow_list: AllowList.default([]),
  cluster_size: z.literal([1, 3]).default(1),
  encrypted: z.boolean().optional(),
  replication_type: z.enum(['none', 'asynch', 'semi_synch']).optional(),
  ssl_connection: z.boolean().default(true),
});
export type DatabaseCreate = z.input<typeof DatabaseCreate>;

/** A maintenance window. A week of the month requires a monthly window. Source:
 *  databases#maintenance-window. */
export const WindowUpdate = z
  .strictObject({
    day_of_week: between(1, 7).optional(),
    duration: between(1, 3).optional(),
    frequency: z.enum(['weekly', 'monthly']).optional(),
    hour_of_day: between(0, 23).optional(),
    week_of_month: between(1, 4).nullable().optional(),
  })
  .refine((window) => window.frequency !== 'monthly' || typeof window.week_of_month === 'number', {
    path: ['week_of_month'],
    error: 'week_of_month is required',
  })
  .refine((window) => window.frequency !== 'weekly' || typeof window.week_of_month !== 'number', {
    path: ['week_of_month'],
    error: 'week_of_month must be null when frequency is weekly',
  });
export type WindowUpdate = z.input<typeof WindowUpdate>;

/** An update. An allow list replaces the previous one. Source: databases#update;
 *  databases#allow-list. */
export const DatabaseUpdate = z.strictObject({
  allow_list: AllowList.optional(),
  label: DatabaseLabel.optional(),
  updates: WindowUpdate.optional(),
});
export type DatabaseUpdate = z.input<typeof DatabaseUpdate>;

/** The user that the service creates; both members exist once the database is active. Source:
 *  databases#credentials. */
export const DatabaseCredentials = z.looseObject({ username: z.string(), password: z.string() });
export type DatabaseCredentials = z.infer<typeof DatabaseCredentials>;

/** The certificate in base64; null shortly after the database became active. Source:
 *  databases#hosts-and-certificate. */
export const DatabaseSsl = z.looseObject({ ca_certificate: z.string().nullable() });
export type DatabaseSsl = z.infer<typeof DatabaseSsl>;

const source = 'databases#instances';
const all = '/databases/mysql/instances';
const one = `${all}/{instanceId}` as const;
const read = { method: 'GET', scopes: ['databases:read_only'] } as const;
const write = { scopes: ['databases:read_write'] } as const;
const namedOnly = { named: true, source } as const;

export const mysql = {
  list: endpoint({
    ...read,
    path: all,
    response: envelope(MySqlDatabase),
    paged: 'sized',
    filters: ['engine', 'label', 'region', 'status', 'type', 'version'],
    source,
  }),
  create: endpoint({
    ...write,
    method: 'POST',
    path: all,
    grant: 'add_databases',
    body: DatabaseCreate,
    response: MySqlDatabase,
    source,
  }),
  view: endpoint({ ...read, path: one, response: MySqlDatabase, source }),
  update: endpoint({
    ...write,
    method: 'PUT',
    path: one,
    body: DatabaseUpdate,
    response: MySqlDatabase,
    source,
  }),
  delete: endpoint({
    ...write,
    method: 'DELETE',
    path: one,
    unrestricted: true,
    response: Empty,
    source,
  }),
  credentials: endpoint({
    ...read,
    path: `${one}/credentials`,
    response: DatabaseCredentials,
    ...namedOnly,
  }),
  resetCredentials: endpoint({
    ...write,
    method: 'POST',
    path: `${one}/credentials/reset`,
    unrestricted: true,
    response: Empty,
    ...namedOnly,
  }),
  ssl: endpoint({ ...read, path: `${one}/ssl`, response: DatabaseSsl, ...namedOnly }),
  patch: endpoint({
    ...write,
    method: 'POST',
    path: `${one}/patch`,
    response: Empty,
    ...namedOnly,
  }),
} as const;
