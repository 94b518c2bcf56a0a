import { z } from 'zod';
import { DomainName, STORED_SECONDS } from '../../api/domains.ts';
import { RECORD_TYPES, RecordUpdate } from '../../api/records.ts';
import { asLongAs, itemRef, objectRef } from '../../model/spec-fields.ts';

const { name, target, priority, weight, port, tag } = RecordUpdate.shape;

const LABEL = '[a-zA-Z0-9_-]{1,63}';
const HOSTNAME = new RegExp(`^(@|((\\*|${LABEL})(\\.${LABEL})*\\.?)?)$`);
const ZONE = new RegExp(`^(\\*\\.)?${LABEL}(\\.${LABEL})*\\.?$`);
/** Matches a word of letters, digits and dashes, with or without the leading underscore and the
 *  trailing period that the service adds. */
const SERVICE = /^_?[a-zA-Z0-9-][a-zA-Z0-9_-]{0,62}\.?$/;
const PROTOCOL = /^_?[a-zA-Z0-9-][a-zA-Z0-9_-]{0,62}$/;

const DomainRef = itemRef('')
  .extend({
    domain: asLongAs(DomainName)
      .regex(ZONE, 'Must be a domain name')
      .optional()
      .describe('Name of the zone. Required with id, because the id does not contain it.'),
  })
  .describe('Domain of the record. Exactly one of name and id.');

/** The spec of a DnsRecord. Source: dns#records. */
export const DnsRecordSpec = z.strictObject({
  domainRef: DomainRef,
  type: z.enum(RECORD_TYPES).describe('Type of the record.'),
  name: asLongAs(name.unwrap())
    .regex(HOSTNAME, 'Must be a host name')
    .optional()
    .describe(
      'Host name, relative to the domain or fully qualified. "" and "@" mean the domain itself, as does a new record without a name. Not allowed for SRV: service and protocol determine its name.',
    ),
  target: asLongAs(target.unwrap())
    .optional()
    .describe(
      'Value of the record: an address for A and AAAA, a host for NS, MX, CNAME, SRV and PTR (one label is a host of this domain), a text for TXT, an issuer, site or mailbox for CAA. "" for an MX of the domain itself means that the domain accepts no mail.',
    ),
  targetFrom: z
    .strictObject({
      instanceRef: objectRef('The Instance. A uses its first IPv4 address, AAAA its IPv6 address.'),
    })
    .optional()
    .describe('Follows the address of an Instance. Replaces target.'),
  ttlSec: z
    .int()
    .min(0)
    .max(STORED_SECONDS.at(-1) ?? 0)
    .optional()
    .describe(
      `Time to live in seconds. 0 means the default of the domain. 30 and 120 are stored as they are; other values are rounded up to one of ${STORED_SECONDS.join(', ')}.`,
    ),
  priority: priority
    .unwrap()
    .optional()
    .describe('Lower values have precedence. Only for MX (default 0) and SRV.'),
  weight: weight
    .unwrap()
    .optional()
    .describe('Records with higher values have precedence among equal priorities. Only for SRV.'),
  port: port.unwrap().optional().describe('Port of the service. Only for SRV.'),
  service: z
    .string()
    .max(65)
    .regex(SERVICE, 'Must be the name of a service')
    .optional()
    .describe('Name of the service: `sip`. Only for SRV.'),
  protocol: z
    .string()
    .max(64)
    .regex(PROTOCOL, 'Must be the name of a protocol')
    .optional()
    .describe('Protocol of the service: `tcp`. Only for SRV.'),
  tag: tag
    .unwrap()
    .unwrap()
    .optional()
    .describe('Tag of a CAA record: issue, issuewild or iodef. Only for CAA.'),
});
export type DnsRecordSpec = z.infer<typeof DnsRecordSpec>;
