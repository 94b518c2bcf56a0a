import * as z from 'zod';
import { text } from './bounds.ts';
import { Empty, envelope, Id, Tags, Timestamp } from './conventions.ts';
import { endpoint } from './endpoint.ts';
import { word } from './word.ts';

/** Times that the service stores, in seconds. It rounds other times up to the next one. Source:
 *  dns#times. */
export const STORED_SECONDS = [
  300, 3600, 7200, 14_400, 28_800, 57_600, 86_400, 172_800, 345_600, 604_800, 1_209_600, 2_419_200,
] as const;

/** Shorter times that the service was recorded to store, in seconds. Source: dns#times. */
export const SHORT_SECONDS = [30, 120] as const;

const KEPT: readonly number[] = [0, ...SHORT_SECONDS, ...STORED_SECONDS];

/** Rounds a time up to a stored one, for domains and records. Source: dns#times. */
export const roundedUp = (seconds: number): number =>
  KEPT.includes(seconds)
    ? seconds
    : (STORED_SECONDS.find((stored) => stored >= seconds) ?? Math.max(...STORED_SECONDS));

/** Defaults of the times, which a value of 0 stands for, in seconds. Source: dns#times. */
export const DEFAULT_SECONDS = {
  expire_sec: 1_209_600,
  refresh_sec: 14_400,
  retry_sec: 14_400,
  ttl_sec: 86_400,
} as const;

/** A DNS zone: master is edited here, slave copies another server's. Unset texts are empty. Source:
 *  dns#domains. */
export const Domain = z.looseObject({
  id: Id,
  domain: z.string(),
  type: word(['master', 'slave']),
  status: word(['disabled', 'active', 'edit_mode', 'has_errors']),
  soa_email: z.string().nullable(),
  master_ips: z.array(z.string()),
  axfr_ips: z.array(z.string()),
  description: z.string().nullable(),
  group: z.string().nullable(),
  expire_sec: z.int(),
  refresh_sec: z.int(),
  retry_sec: z.int(),
  ttl_sec: z.int(),
  tags: z.array(z.string()),
  errors: z.string().nullish(),
  created: Timestamp,
  updated: Timestamp,
});
export type Domain = z.infer<typeof Domain>;

/** Labels of at most 63 letters, digits, dashes or underscores. Source: dns#domains. */
export const DomainName = text(1, 253).regex(
  /^(\*\.)?[a-zA-Z0-9_-]{1,63}(\.[a-zA-Z0-9_-]{1,63})*$/,
  'Domain is not valid.',
);

const Seconds = z.int().min(0).optional();

/** Maximum length of all addresses of one list together, in characters. Source: dns#domains. */
export const ADDRESSES_LENGTH_MAX = 1000;

const Addresses = z
  .array(z.string())
  .refine(
    (list) => list.join('').length <= ADDRESSES_LENGTH_MAX,
    `Length must be 0-${ADDRESSES_LENGTH_MAX} characters`,
  );

/** All fields optional. Source: dns#domains. */
export const DomainUpdate = z.strictObject({
  domain: DomainName.optional(),
  type: z.enum(['master', 'slave']).optional(),
  status: z.enum(['disabled', 'active']).optional(),
  soa_email: z.email().optional(),
  master_ips: Addresses.optional(),
  axfr_ips: Addresses.optional(),
  description: text(1, 253).optional(),
  group: text(1, 50).optional(),
  expire_sec: Seconds,
  refresh_sec: Seconds,
  retry_sec: Seconds,
  ttl_sec: Seconds,
  tags: Tags.optional(),
});
export type DomainUpdate = z.input<typeof DomainUpdate>;

/** A new domain: a master requires an address for its SOA record, a slave a master. Source:
 *  dns#domains. */
export const DomainCreate = DomainUpdate.extend({
  domain: DomainName,
  type: z.enum(['master', 'slave']),
  status: z.enum(['disabled', 'active']).default('active'),
})
  .refine((body) => body.type !== 'master' || body.soa_email !== undefined, {
    path: ['soa_email'],
    error: 'soa_email required when type=master',
  })
  .refine((body) => body.type !== 'slave' || (body.master_ips ?? []).length > 0, {
    path: ['master_ips'],
    error: 'You need at least one master DNS server IP address for this zone.',
  });
export type DomainCreate = z.input<typeof DomainCreate>;

/** Source: dns#import-and-clone. */
export const DomainImport = z.strictObject({ domain: DomainName, remote_nameserver: z.string() });
export const DomainClone = z.strictObject({ domain: DomainName });

/** Lines of the zone as last rendered; [] before the first rendering, later some minutes late.
 *  Source: dns#zone-file. */
export const ZoneFile = z.looseObject({ zone_file: z.array(z.string()) });

/** Addresses from which the service requests zone transfers. Source: dns#import-and-clone. */
export const TRANSFER_SOURCES = [
  '96.126.114.97',
  '96.126.114.98',
  '2600:3c00::5e',
  '2600:3c00::5f',
] as const;

const source = 'dns#domains';
const one = '/domains/{domainId}';
const read = { method: 'GET', scopes: ['domains:read_only'], source } as const;
const create = {
  method: 'POST',
  scopes: ['domains:read_write'],
  grant: 'add_domains',
  response: Domain,
  source,
} as const;

export const domains = {
  list: endpoint({
    ...read,
    path: '/domains',
    response: envelope(Domain),
    paged: 'sized',
    filters: ['domain', 'group', 'tags'],
  }),
  create: endpoint({ ...create, path: '/domains', body: DomainCreate }),
  import: endpoint({ ...create, path: '/domains/import', body: DomainImport }),
  view: endpoint({ ...read, path: one, response: Domain }),
  update: endpoint({
    method: 'PUT',
    path: one,
    scopes: ['domains:read_write'],
    body: DomainUpdate,
    response: Domain,
    source,
  }),
  delete: endpoint({
    method: 'DELETE',
    path: one,
    scopes: ['domains:read_write'],
    response: Empty,
    source,
  }),
  clone: endpoint({ ...create, path: `${one}/clone`, body: DomainClone }),
  zoneFile: endpoint({ ...read, path: `${one}/zone-file`, response: ZoneFile }),
} as const;
