import { z } from 'zod';
import { setOf } from '../../model/lists.ts';
import { moment } from '../../model/moment.ts';

const text = (what: string) => z.string().optional().describe(what);
const texts = (what: string) => setOf(z.array(z.string())).optional().describe(what);
const seconds = (what: string) =>
  z.int().optional().describe(`${what}, in seconds; 0 is the default.`);

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
  createdAt: moment('When the domain was made.').optional(),
  updatedAt: moment('When the domain was last changed.').optional(),
});
export type DomainStatus = typeof DomainStatus;
