import { z } from 'zod';
import { DomainName, STORED_SECONDS } from '../../api/domains.ts';
import { RECORD_TYPES, RecordUpdate } from '../../api/records.ts';
import { asLongAs, itemRef, objectRef } from '../../model/spec-fields.ts';

const { name, target, priority, weight, port, tag } = RecordUpdate.shape;

const LABEL = '[a-zA-Z0-9_-]{1,63}';
const HOSTNAME = new RegExp(`^(@|((\\*|${LABEL})(\\.${LABEL})*\\.?)?)$`);
const ZONE = new RegExp(`^(\\*\\.)?${LABEL}(\\.${LABEL})*\\.?$`);
/** A word of letters, digits and dashes, with or without the underscore that the service puts in
 *  front and the period that it puts behind. */
const SERVICE = /^_?[a-zA-Z0-9-][a-zA-Z0-9_-]{0,62}\.?$/;
const PROTOCOL = /^_?[a-zA-Z0-9-][a-zA-Z0-9_-]{0,62}$/;

const DomainRef = itemRef('')
  .extend({
    domain: asLongAs(DomainName)
      .regex(ZONE, 'Must be a domain name')
      .optional()
      .describe('Name of the zone: needed beside id, which does not tell it; a Domain does.'),
  })
  .describe('The domain that the record belongs to. Exactly one of name and id.');

/** The fields of a DnsRecord. Source: dns#records. */
export const DnsRecordSpec = z.strictObject({
  domainRef: DomainRef,
  type: z.enum(RECORD_TYPES).describe('Type of the record.'),
  name: asLongAs(name.unwrap())
    .regex(HOSTNAME, 'Must be a host name')
    .optional()
    .describe(
      'Host name within the domain, or written out with it; "" and "@" are the domain itself, as is a record that is made without a name. Not for SRV, which is named by service and protocol.',
    ),
  target: asLongAs(target.unwrap())
    .optional()
    .describe(
      'What the name leads to: an address for A and AAAA, a host for NS, MX, CNAME, SRV and PTR (one label is a host of this domain), a text for TXT, an issuer, site or mailbox for CAA. "" for an MX of the domain itself says that it takes no mail.',
    ),
  targetFrom: z
    .strictObject({
      instanceRef: objectRef(
        'The Instance: its first IPv4 address for A, its IPv6 address for AAAA.',
      ),
    })
    .optional()
    .describe('Follows the address of an Instance, in place of target.'),
  ttlSec: z
    .int()
    .min(0)
    .max(STORED_SECONDS.at(-1) ?? 0)
    .optional()
    .describe(
      `How long the record counts, in seconds. 0 is the default of the domain. 30 and 120 are kept; other values are rounded up to one of ${STORED_SECONDS.join(', ')}.`,
    ),
  priority: priority
    .unwrap()
    .optional()
    .describe('Lower ones come first. For MX, where it is 0 by default, and SRV.'),
  weight: weight
    .unwrap()
    .optional()
    .describe('Higher ones come first among equal priorities. For SRV.'),
  port: port.unwrap().optional().describe('Port of the service. For SRV.'),
  service: z
    .string()
    .max(65)
    .regex(SERVICE, 'Must be the name of a service')
    .optional()
    .describe('Name of the service: `sip`. For SRV.'),
  protocol: z
    .string()
    .max(64)
    .regex(PROTOCOL, 'Must be the name of a protocol')
    .optional()
    .describe('Protocol of the service: `tcp`. For SRV.'),
  tag: tag
    .unwrap()
    .unwrap()
    .optional()
    .describe('What the target of a CAA record may do, or what it is told. For CAA.'),
});
export type DnsRecordSpec = z.infer<typeof DnsRecordSpec>;
