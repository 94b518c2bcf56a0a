import type { Reported } from '../../model/kind.ts';
import type { FirewallStatus } from './status.ts';
import type { Seen } from './terms.ts';

/** Of more instances than this only the ids are kept: a status has little room. */
const MOST_NAMED = 400;

/** What is kept of an item in status; devices that were not looked at, or may not be, keep their last value. Never fails. */
export function reportFirewall({ item, details }: Seen): Reported<FirewallStatus> {
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
    created: item.created,
    updated: item.updated,
  };
}
