import { z } from 'zod';
import { moment } from '../../model/moment.ts';

const text = (what: string) => z.string().optional().describe(what);
const number = (what: string) => z.int().optional().describe(what);

/** The status of a DnsRecord. Source: dns#records. */
export const DnsRecordStatus = z.strictObject({
  domainId: number('Id of the domain of the record.'),
  fqdn: text('Fully qualified name.'),
  type: text('Type of the record.'),
  name: text('Host name as the service stores it.'),
  target: text('Target as the service stores it.'),
  ttlSec: number('Time to live in seconds; 0 means the default of the domain.'),
  priority: number('Lower values have precedence.'),
  weight: number('Higher values have precedence among equal priorities.'),
  port: number('Port of the service.'),
  service: text('Name of the service.'),
  protocol: text('Protocol of the service.'),
  tag: text('Property of a CAA record.'),
  createdAt: moment('Time when the record was created.').optional(),
  updatedAt: moment('Time of the last change of the record.').optional(),
});
export type DnsRecordStatus = typeof DnsRecordStatus;
