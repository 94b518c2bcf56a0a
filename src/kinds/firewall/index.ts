import { Firewall, firewalls } from '../../api/firewalls.ts';
import { defineKind } from '../../model/kind.ts';
import { firewallManifest, firewallWants, labelOf } from './fields.ts';
import { devicesOf } from './parts/details.ts';

import { createFirewall, removeFirewall, unmarkFirewall, updateFirewall } from './plan.ts';
import { firewallHealth, reportFirewall } from './report.ts';
import { RULES } from './rules.ts';
import { FirewallSpec } from './spec.ts';
import { FirewallStatus } from './status.ts';
import type { Details } from './types.ts';

const instance = {
  kind: 'Instance',
  take: 'id',
  neededFor: 'update',
} as const;

/** Rules for the traffic of instances. Source: firewalls#firewalls. */
export const firewall = defineKind<typeof FirewallSpec, typeof FirewallStatus, Firewall, Details>({
  kind: 'Firewall',
  plural: 'firewalls',
  shortNames: ['cifw'],
  summary: 'Rules for the traffic of instances, which are selected by name or by labels.',
  spec: FirewallSpec,
  status: FirewallStatus,
  rules: RULES,
  immutable: [],
  requiredToCreate: ['rules'],
  createOnly: [],
  columns: [
    { name: 'Inbound', type: 'string', path: '.status.inboundPolicy' },
    { name: 'Outbound', type: 'string', path: '.status.outboundPolicy' },
    { name: 'Instances', type: 'integer', path: '.status.instances' },
  ],
  refs: [
    { ...instance, path: 'instanceRefs[]', by: 'name' },
    { ...instance, path: 'instanceSelector', by: 'selector', into: 'instanceRefs' },
  ],
  secretRefs: [],
  holdsData: false,
  deletion: 'Delete',
  loss: 'Recreate',
  deletionAction: 'firewall_delete',
  scopes: firewalls.create.scopes,
  grant: firewalls.create.grant,
  item: Firewall,
  collection: () => firewalls.list.path,
  details: (_desired, item) => devicesOf(item),
  key: labelOf,
  keyOf: ({ label, status }) => (status === 'deleted' ? '' : label),
  wants: firewallWants,
  create: createFirewall,
  update: updateFirewall,
  remove: removeFirewall,
  unmark: unmarkFirewall,
  requests: {},
  health: firewallHealth,
  report: reportFirewall,
  manifest: firewallManifest,
});
