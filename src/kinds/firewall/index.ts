import { Firewall, firewalls } from '../../api/firewalls.ts';
import { defineKind } from '../../model/kind.ts';
import { createFirewall } from './create.ts';
import { devicesOf } from './details.ts';
import { firewallWants, labelOf } from './fields.ts';
import { firewallHealth } from './health.ts';
import { firewallManifest } from './manifest.ts';
import { removeFirewall, unmarkFirewall, updateFirewall } from './plan.ts';
import { reportFirewall } from './report.ts';
import { RULES } from './rules.ts';
import { FirewallSpec } from './spec.ts';
import { FirewallStatus } from './status.ts';
import type { Details } from './terms.ts';

const instance = { kind: 'Instance', into: 'instanceIds', take: 'id', neededFor: 'update' } as const;

/** Rules for the traffic of instances. Source: firewalls#firewalls. */
export const firewall = defineKind<typeof FirewallSpec, typeof FirewallStatus, Firewall, Details>({
  kind: 'Firewall',
  plural: 'firewalls',
  shortNames: ['cifw'],
  summary: 'Rules for the traffic of instances, which are named or selected by their labels.',
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
    { ...instance, path: 'instanceSelector', by: 'selector' },
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
