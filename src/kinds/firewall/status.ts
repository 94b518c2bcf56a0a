import { z } from 'zod';
import { mapBy, setOf } from '../../model/lists.ts';
import { moment } from '../../model/moment.ts';

/** What a Firewall's status mirrors. Source: firewalls#firewalls. */
export const FirewallStatus = z.strictObject({
  label: z.string().optional().describe('Label in the account.'),
  tags: setOf(z.array(z.string())).optional().describe('Tags in the account.'),
  inboundRules: z.int().optional().describe('Number of rules for inbound traffic.'),
  inboundPolicy: z
    .string()
    .optional()
    .describe('What happens to inbound traffic that no rule meets.'),
  outboundRules: z.int().optional().describe('Number of rules for outbound traffic.'),
  outboundPolicy: z
    .string()
    .optional()
    .describe('What happens to outbound traffic that no rule meets.'),
  devices: mapBy(
    z.array(
      z.strictObject({
        id: z.int().describe('Id of the device.'),
        instanceId: z.int().describe('Id of the instance.'),
        label: z
          .string()
          .optional()
          .describe('Label of the instance, where they are not too many.'),
      }),
    ),
    'id',
  )
    .optional()
    .describe('The instances that the firewall protects, as they were looked at last.'),
  instances: z.int().optional().describe('Number of those instances.'),
  createdAt: moment('When the firewall was made.').optional(),
  updatedAt: moment('When the firewall was last changed.').optional(),
});
export type FirewallStatus = typeof FirewallStatus;
