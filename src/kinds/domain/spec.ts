import { z } from 'zod';
import { TagLabel } from '../../api/conventions.ts';
import { DEFAULT_SECONDS, DomainName, DomainUpdate, STORED_SECONDS } from '../../api/domains.ts';
import { IPV4_PATTERN, IPV6_PATTERN } from '../../model/address.ts';
import { setOf } from '../../model/lists.ts';
import { asLongAs, itemRef, lineAsLongAs, oneLine, tagList } from '../../model/spec-fields.ts';

/** What comes before the @ begins and ends with no period and has no two in a row. */
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
      `${what}, in seconds. 0 is the service's default, ${DEFAULT_SECONDS[field]}. 30 and 120 are kept; other values are rounded up to one of ${STORED_SECONDS.join(', ')}.`,
    );
const addresses = (what: string) =>
  setOf(z.array(z.string().max(39).regex(ADDRESS, 'Must be an IP address')).max(MOST_ADDRESSES))
    .optional()
    .describe(what);

const CloneSource = z
  .strictObject({
    domainRef: itemRef('The domain to copy.'),
  })
  .describe('Copy another domain with all its records.');

const ImportSource = z
  .strictObject({
    remoteNameserver: oneLine(1, 253).describe(
      'Name or address of the server. It has to allow zone transfers (AXFR) to 96.126.114.97, 96.126.114.98, 2600:3c00::5e and 2600:3c00::5f.',
    ),
  })
  .describe('Copy the zone from a nameserver elsewhere by zone transfer.');

/** The fields of a Domain. Source: dns#domains. */
export const DomainSpec = z.strictObject({
  domain: asLongAs(DomainName)
    .regex(NAME, 'Must be a domain name')
    .optional()
    .describe(
      'Name of the zone, unique on the whole platform; letters in either case, with or without the period behind it.',
    ),
  type: DomainUpdate.shape.type
    .unwrap()
    .optional()
    .describe(
      'master: records are edited here, and soaEmail is needed. slave: a copy of another server, and masterIps are needed.',
    ),
  publication: z
    .enum(['Active', 'Disabled'])
    .optional()
    .describe('Whether the zone is published. Absent: not managed; a new domain is active.'),
  soaEmail: z
    .string()
    .max(254)
    .regex(MAILBOX, 'Must be a mail address')
    .optional()
    .describe('Mail address of who is responsible for the zone.'),
  masterIps: addresses(
    'Addresses of the servers that a slave copies, as a set: together at most 1000 characters.',
  ),
  axfrIps: addresses(
    'Addresses that may transfer the zone, as a set: together at most 1000 characters. Leave it empty unless it is needed.',
  ),
  description: lineAsLongAs(DomainUpdate.shape.description.unwrap())
    .optional()
    .describe('What the domain is for. Display only.'),
  group: lineAsLongAs(DomainUpdate.shape.group.unwrap())
    .optional()
    .describe('Group that the domain is shown in. Display only.'),
  expireSec: seconds(
    'expire_sec',
    'How long a copy of the zone counts while its master cannot be reached',
  ),
  refreshSec: seconds('refresh_sec', 'How often a copy of the zone is refreshed'),
  retrySec: seconds('retry_sec', 'How soon a refresh that failed is tried again'),
  ttlSec: seconds('ttl_sec', 'How long records count that say nothing of it themselves'),
  tags: tagList(TagLabel).optional(),
  source: z
    .strictObject({ import: ImportSource.optional(), cloneOf: CloneSource.optional() })
    .optional()
    .describe('Where a new domain is copied from. Exactly one of import and cloneOf.'),
});
export type DomainSpec = z.infer<typeof DomainSpec>;
