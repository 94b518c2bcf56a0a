import type { Reported } from '../../model/kind.ts';
import { shownTime } from '../../model/moment.ts';
import type { Health } from '../../model/outcome.ts';
import { reasonOf } from '../../model/reason.ts';
import { entryFor } from '../../model/table.ts';
import { statusFor } from './fields.ts';
import type { DomainStatus } from './status.ts';
import type { Desired, Observed } from './types.ts';

/** Returns the status members of an item. Never fails. */
export const reportDomain = ({ item }: Observed): Reported<DomainStatus> => ({
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
  createdAt: shownTime(item.created),
  updatedAt: shownTime(item.updated),
});

/** Statuses that mean «not published». An unknown status is shown as it is. Source: dns#status. */
const NOT_PUBLISHED: Readonly<Record<string, string>> = {
  disabled: 'the domain is disabled: it is not published',
  edit_mode: 'the domain is in edit mode: the service publishes it when the edit ends',
  has_errors: 'the service does not publish the domain until its errors are corrected',
};

/** Reports the health: the zone is published, or disabled where the spec requires that. Source:
 *  dns#status. */
export function domainHealth({ spec }: Desired, { item }: Observed): Health {
  const { status, errors } = item;
  const reason = reasonOf(status);
  if (status === statusFor(spec.publication ?? 'Active')) {
    return {
      ready: true,
      reason,
      message:
        status === 'active' ? 'the domain is published' : 'the domain is disabled, as requested',
    };
  }
  if (status === 'disabled' && spec.publication === undefined) {
    const message = `${NOT_PUBLISHED['disabled']}; set spec.publication to Active, or enable it in the account`;
    return { ready: false, reason, message, stalled: true };
  }
  const message = entryFor(NOT_PUBLISHED, status) ?? `the service reports the domain as ${status}`;
  const stalled = status === 'has_errors' ? ({ stalled: true } as const) : {};
  return {
    ready: false,
    reason,
    message: errors ? `${message}: ${errors.replace(/\.$/, '')}` : message,
    ...stalled,
  };
}
