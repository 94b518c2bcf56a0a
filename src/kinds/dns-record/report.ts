import type { Reported } from '../../model/kind.ts';
import { shownTime } from '../../model/moment.ts';
import type { Health } from '../../model/outcome.ts';
import { domainIdOf, zoneOf } from './fields.ts';
import { nameWithin } from './parts/canonical.ts';
import { usedBy } from './parts/uses.ts';
import type { DnsRecordStatus } from './status.ts';
import type { Desired, Observed } from './types.ts';

/** Returns the status members of an item. Never fails. */
export function reportRecord(
  { item }: Observed,
  _recorded: unknown,
  desired: Desired,
): Reported<DnsRecordStatus> {
  const zone = zoneOf(desired);
  const within = nameWithin(zone, item.name);
  return {
    domainId: domainIdOf(desired) ?? null,
    fqdn: zone === '' ? null : nameWithin('', within === '' ? zone : `${within}.${zone}`),
    type: item.type,
    name: item.name,
    target: item.target,
    ttlSec: item.ttl_sec,
    ...Object.fromEntries(usedBy(item.type).map((field) => [field, item[field]])),
    createdAt: shownTime(item.created),
    updatedAt: shownTime(item.updated),
  };
}

/** Reports the health: a record has no state, and is usable once it exists. Source: dns#records. */
export const recordHealth = (): Health => ({
  ready: true,
  reason: 'Active',
  message: 'the record is in its domain',
});
