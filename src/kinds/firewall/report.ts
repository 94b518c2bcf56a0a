import type { Reported } from '../../model/kind.ts';
import { shownTime } from '../../model/moment.ts';
import type { Health } from '../../model/outcome.ts';
import { reasonOf } from '../../model/reason.ts';
import { instancesOf, placesOf, statusFor } from './fields.ts';
import type { FirewallStatus } from './status.ts';
import type { Desired, Observed, Recorded } from './types.ts';

/** Number of instances with details in the status; beyond it only ids are recorded, because a
 *  status is small. */
const MOST_NAMED = 400;

/** Returns the status members of an item; devices that were not read, or may not be, keep their
 *  last value. Never fails. */
export function reportFirewall({ item, details }: Observed): Reported<FirewallStatus> {
  const devices = details.devices
    ?.filter(({ entity }) => entity.type === 'compute')
    .map(({ id, entity }, _, { length }) => ({
      id,
      instanceId: entity.id,
      ...(entity.label && length <= MOST_NAMED ? { label: entity.label } : {}),
    }));
  return {
    label: item.label,
    tags: item.tags,
    inboundRules: item.rules.inbound?.length ?? 0,
    inboundPolicy: item.rules.inbound_policy,
    outboundRules: item.rules.outbound?.length ?? 0,
    outboundPolicy: item.rules.outbound_policy,
    ...(devices === undefined ? {} : { devices, instances: devices.length }),
    createdAt: shownTime(item.created),
    updatedAt: shownTime(item.updated),
  };
}

/** Reports the health: the firewall is enabled, or disabled where the spec requires that, and
 *  protects every desired instance. Source: firewalls#status. */
export function firewallHealth({ spec }: Desired, observed: Observed, recorded: Recorded): Health {
  const { status } = observed.item;
  const reason = reasonOf(status);
  if (status === 'disabled' && spec.enforcement === undefined) {
    const message =
      'the firewall is disabled: its rules protect nothing; set spec.enforcement to Enabled, or enable it in the account';
    return { ready: false, reason, message, stalled: true };
  }
  if (status !== statusFor(spec.enforcement ?? 'Enabled')) {
    const message =
      status === 'disabled'
        ? 'the firewall is disabled: its rules protect nothing'
        : `the service reports the firewall as ${status}`;
    return { ready: false, reason, message };
  }
  const there = placesOf(observed, recorded)?.map(({ instanceId }) => instanceId);
  const bare =
    there === undefined ? undefined : instancesOf(spec).find((id) => !there.includes(id));
  if (bare !== undefined)
    return {
      ready: false,
      reason: 'Incomplete',
      message: `instance ${bare} is not behind the firewall`,
    };
  return {
    ready: true,
    reason,
    message:
      status === 'enabled' ? 'the rules are in force' : 'the firewall is disabled, as requested',
  };
}
