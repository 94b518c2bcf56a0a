import { z } from 'zod';
import { setOf } from '../../model/lists.ts';
import { moment } from '../../model/moment.ts';

const text = (what: string) => z.string().optional().describe(what);
const texts = (what: string) => setOf(z.array(z.string())).optional().describe(what);
const seconds = (what: string) =>
  z.int().optional().describe(`${what}, in seconds; 0 means the default.`);

/** The status of a Domain. Source: dns#domains. */
export const DomainStatus = z.strictObject({
  domain: text('Name of the zone.'),
  type: text('master or slave.'),
  soaEmail: text('Mail address of the person responsible for the zone.'),
  masterIps: texts('Addresses of the servers that a slave copies.'),
  axfrIps: texts('Addresses that can transfer the zone.'),
  expireSec: seconds('Validity of a copy'),
  refreshSec: seconds('Interval between two refreshes of a copy'),
  retrySec: seconds('Time until the retry of a refresh'),
  ttlSec: seconds('Time to live of records'),
  tags: texts('Tags in the account.'),
  errors: text('Errors of the zone that the service reports.'),
  createdAt: moment('Time when the domain was created.').optional(),
  updatedAt: moment('Time of the last change of the domain.').optional(),
});
export type DomainStatus = typeof DomainStatus;
