import { z } from 'zod';
import { TagLabel } from '../../api/conventions.ts';
import { DEFAULT_SECONDS, DomainName, DomainUpdate, STORED_SECONDS } from '../../api/domains.ts';
import { IPV4_PATTERN, IPV6_PATTERN } from '../../model/address.ts';
import { setOf } from '../../model/lists.ts';
import { asLongAs, itemRef, lineAsLongAs, oneLine, tagList } from '../../model/spec-fields.ts';

/** Matches a mail address whose local part has no leading, trailing or double period. */
const MAILBOX =
  /^([A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;
const ADDRESS = new RegExp(`^(${IPV4_PATTERN}|${IPV6_PATTERN})$`);
const LABEL = '[a-zA-Z0-9_-]{1,63}';
const NAME = new RegExp(`^(\\*\\.)?${LABEL}(\\.${LABEL})*\\.?$`);
const MOST_ADDRESSES = 300;

const seconds = (field: keyof typeof DEFAULT_SECONDS, what: string) =>
  z
    .int()
    .min(0)
    .max(STORED_SECONDS.at(-1) ?? 0)
    .optional()
    .describe(
      `${what}, in seconds. 0 means the service's default, ${DEFAULT_SECONDS[field]}. 30 and 120 are stored as they are; other values are rounded up to one of ${STORED_SECONDS.join(', ')}.`,
    );
const addresses = (what: string) =>
  setOf(z.array(z.string().max(39).regex(ADDRESS, 'Must be an IP address')).max(MOST_ADDRESSES))
    .optional()
    .describe(what);

const SourceSpec = z
  .strictObject({
    kind: z
      .enum(['Domain', 'Nameserver'])
      .describe(
        'Domain: the domain of domainRef, with all its records. Nameserver: the zone on remoteNameserver, by zone transfer.',
      ),
    domainRef: itemRef(
      'Domain to copy. Required with kind Domain, and allowed only there.',
    ).optional(),
    remoteNameserver: oneLine(1, 253)
      .optional()
      .describe(
        'Name or address of the nameserver. Required with kind Nameserver, and allowed only there. The nameserver must allow zone transfers (AXFR) to 96.126.114.97, 96.126.114.98, 2600:3c00::5e and 2600:3c00::5f.',
      ),
  })
  .describe('Source from which a new domain is copied.');

/** The spec of a Domain. Source: dns#domains. */
export const DomainSpec = z.strictObject({
  domain: asLongAs(DomainName)
    .regex(NAME, 'Must be a domain name')
    .optional()
    .describe(
      'Name of the zone, unique on the whole platform. Case and a trailing period have no effect.',
    ),
  type: DomainUpdate.shape.type
    .unwrap()
    .optional()
    .describe(
      'master: the account holds the records; requires soaEmail. slave: a copy of another server; requires masterIps.',
    ),
  publication: z
    .enum(['Active', 'Disabled'])
    .optional()
    .describe('Publication of the zone. If absent, it is not managed, and a new domain is active.'),
  soaEmail: z
    .string()
    .max(254)
    .regex(MAILBOX, 'Must be a mail address')
    .optional()
    .describe('Mail address of the person responsible for the zone.'),
  masterIps: addresses(
    'Addresses of the servers that a slave copies, as a set: together at most 1000 characters.',
  ),
  axfrIps: addresses(
    'Addresses that can transfer the zone, as a set: together at most 1000 characters. Leave it empty unless you need transfers.',
  ),
  description: lineAsLongAs(DomainUpdate.shape.description.unwrap())
    .optional()
    .describe('Purpose of the domain. Display only.'),
  group: lineAsLongAs(DomainUpdate.shape.group.unwrap())
    .optional()
    .describe('Display group of the domain. Display only.'),
  expireSec: seconds(
    'expire_sec',
    'Time for which a copy of the zone remains valid while its master is unreachable',
  ),
  refreshSec: seconds('refresh_sec', 'Interval between two refreshes of a copy of the zone'),
  retrySec: seconds('retry_sec', 'Time until the retry of a failed refresh'),
  ttlSec: seconds('ttl_sec', 'Time to live of records that do not set their own'),
  tags: tagList(TagLabel).optional(),
  source: SourceSpec.optional(),
});
export type DomainSpec = z.infer<typeof DomainSpec>;
