import { z } from 'zod';
import type { Reported } from '../../model/kind.ts';
import type { Past, Seen, Wish } from './terms.ts';

/** What a Firewall's status mirrors. Source: document 3, "Firewall" and "Firewall device"; facts, 1.13. */
export const FirewallStatus = z.strictObject({
  label: z.string().optional().describe('Label in the account.'),
  tags: z.array(z.string()).optional().describe('Tags in the account.'),
  inboundRules: z.int().optional().describe('Number of rules for inbound traffic.'),
  inboundPolicy: z.string().optional().describe('What happens to inbound traffic that no rule meets.'),
  outboundRules: z.int().optional().describe('Number of rules for outbound traffic.'),
  outboundPolicy: z.string().optional().describe('What happens to outbound traffic that no rule meets.'),
  devices: z
    .array(
      z.strictObject({
        id: z.int().describe('Id of the device.'),
        instanceId: z.int().describe('Id of the instance.'),
        label: z.string().optional().describe('Label of the instance.'),
      }),
    )
    .optional()
    .describe('The instances that the firewall protects, as they were looked at last.'),
  instances: z.int().optional().describe('Number of those instances.'),
  created: z.string().optional().describe('When the firewall was made (UTC).'),
  updated: z.string().optional().describe('When the firewall was last changed (UTC).'),
});
export type FirewallStatus = typeof FirewallStatus;

/** What is kept of an item in status; devices that were not looked at, or may not be, keep their last value. Never fails. */
export function reportFirewall({ item, details }: Seen, _recorded: Past, _desired: Wish): Reported<FirewallStatus> {
  const devices = details.devices
    ?.filter(({ entity }) => entity.type === 'compute')
    .map(({ id, entity }) => ({ id, instanceId: entity.id, ...(entity.label ? { label: entity.label } : {}) }));
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
