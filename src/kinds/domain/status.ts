import { z } from 'zod';
import type { Reported } from '../../model/kind.ts';
import type { Seen } from './terms.ts';

const text = (what: string) => z.string().optional().describe(what);
const texts = (what: string) => z.array(z.string()).optional().describe(what);
const seconds = (what: string) => z.int().optional().describe(`${what}, in seconds; 0 is the default.`);

/** What a Domain's status mirrors. Source: dns#domains. */
export const DomainStatus = z.strictObject({
  domain: text('Name of the zone.'),
  type: text('master or slave.'),
  soaEmail: text('Mail address of who is responsible for the zone.'),
  masterIps: texts('Addresses of the servers that a slave copies.'),
  axfrIps: texts('Addresses that may transfer the zone.'),
  expireSec: seconds('How long a copy counts'),
  refreshSec: seconds('How often a copy is refreshed'),
  retrySec: seconds('How soon a refresh is tried again'),
  ttlSec: seconds('How long records count'),
  tags: texts('Tags in the account.'),
  errors: text('What the service finds wrong with the zone.'),
  created: text('When the domain was made (UTC).'),
  updated: text('When the domain was last changed (UTC).'),
});
export type DomainStatus = typeof DomainStatus;

/** What is kept of an item in status. Never fails. */
export const reportDomain = ({ item }: Seen): Reported<DomainStatus> => ({
  domain: item.domain,
  type: item.type,
  soaEmail: item.soa_email || null,
  masterIps: item.master_ips,
  axfrIps: item.axfr_ips,
  expireSec: item.expire_sec,
  refreshSec: item.refresh_sec,
  retrySec: item.retry_sec,
  ttlSec: item.ttl_sec,
  tags: item.tags,
  errors: item.errors || null,
  created: item.created,
  updated: item.updated,
});
