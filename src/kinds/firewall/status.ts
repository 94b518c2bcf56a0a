import { z } from 'zod';
import { mapBy, setOf } from '../../model/lists.ts';
import { moment } from '../../model/moment.ts';

/** The status of a Firewall. Source: firewalls#firewalls. */
export const FirewallStatus = z.strictObject({
  label: z.string().optional().describe('Label in the account.'),
  tags: setOf(z.array(z.string())).optional().describe('Tags in the account.'),
  inboundRules: z.int().optional().describe('Number of rules for inbound traffic.'),
  inboundPolicy: z.string().optional().describe('Action for inbound traffic that matches no rule.'),
  outboundRules: z.int().optional().describe('Number of rules for outbound traffic.'),
  outboundPolicy: z
    .string()
    .optional()
    .describe('Action for outbound traffic that matches no rule.'),
  devices: mapBy(
    z.array(
      z.strictObject({
        id: z.int().describe('Id of the device.'),
        instanceId: z.int().describe('Id of the instance.'),
        label: z
          .string()
          .optional()
          .describe('Label of the instance; omitted if the firewall has too many instances.'),
      }),
    ),
    'id',
  )
    .optional()
    .describe('Instances that the firewall protects, as last observed.'),
  instances: z.int().optional().describe('Number of those instances.'),
  createdAt: moment('Time when the firewall was created.').optional(),
  updatedAt: moment('Time of the last change of the firewall.').optional(),
});
export type FirewallStatus = typeof FirewallStatus;
