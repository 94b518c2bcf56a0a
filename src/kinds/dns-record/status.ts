import { z } from 'zod';
import { moment } from '../../model/moment.ts';

const text = (what: string) => z.string().optional().describe(what);
const number = (what: string) => z.int().optional().describe(what);

/** What a DnsRecord's status mirrors. Source: dns#records. */
export const DnsRecordStatus = z.strictObject({
  domainId: number('Id of the domain that the record belongs to.'),
  fqdn: text('The name written out.'),
  type: text('Type of the record.'),
  name: text('Host name as the service keeps it.'),
  target: text('Target as the service keeps it.'),
  ttlSec: number('How long the record counts, in seconds; 0 is the default of the domain.'),
  priority: number('Lower ones come first.'),
  weight: number('Higher ones come first among equal priorities.'),
  port: number('Port of the service.'),
  service: text('Name of the service.'),
  protocol: text('Protocol of the service.'),
  tag: text('What the target of a CAA record may do.'),
  createdAt: moment('When the record was made.').optional(),
  updatedAt: moment('When the record was last changed.').optional(),
});
export type DnsRecordStatus = typeof DnsRecordStatus;
