import type { Case } from '../../../model/case.ts';

const made = { created: '2018-01-02T03:04:05', updated: '2018-01-02T03:04:05' };
const device = (id: number, entity: number, type = 'compute') => ({
  id,
  entity: { id: entity, type },
  ...made,
});
const behind = (...devices: readonly object[]) => ({ details: { devices } });
const PATH = '/networking/firewalls/31/devices';

/** Instances behind a Firewall. */
export const deviceCases: readonly Case[] = [
  {
    name: 'an instance comes behind the firewall',
    source: 'firewalls#devices',
    keptBy: 'plan',
    spec: { instanceRefs: [{ id: 7 }] },
    ...behind(),
    plan: [`AddDevice (POST ${PATH}) instanceRefs: 7`],
    sends: [{ id: 7, type: 'compute' }],
  },
  {
    name: 'instances outside the spec leave, and the others stay',
    source: 'firewalls#devices',
    keptBy: 'plan',
    spec: { instanceRefs: [{ id: 9 }, { id: 8 }] },
    ...behind(device(7, 7), device(8, 8)),
    plan: [
      `RemoveDevice (DELETE ${PATH}/7) instanceRefs: 7 -> null`,
      `AddDevice (POST ${PATH}) instanceRefs: 9`,
    ],
  },
  {
    name: 'an empty list of instances is applied',
    spec: { instanceRefs: [] },
    ...behind(device(7, 7)),
    plan: [`RemoveDevice (DELETE ${PATH}/7) instanceRefs: 7 -> null`],
  },
  {
    name: 'what else changed does not wait for the consent that takes out most instances',
    spec: {
      instanceSelector: { matchLabels: { app: 'none' } },
      instanceRefs: [{ id: 9 }],
      enforcement: 'Disabled',
    },
    ...behind(device(7, 7), device(8, 8)),
    plan: [
      `RemoveDevice (DELETE ${PATH}/7) instanceRefs: 7 -> null`,
      `RemoveDevice (DELETE ${PATH}/8) instanceRefs: 8 -> null`,
      'Disable (PUT /networking/firewalls/31) enforcement: Enabled -> Disabled',
      `AddDevice (POST ${PATH}) instanceRefs: 9 [after Disable]`,
    ],
  },
  {
    name: 'a selector that leads to no instance takes out none without being asked',
    spec: { instanceSelector: { matchLabels: { app: 'none' } }, instanceRefs: [] },
    ...behind(device(7, 7)),
    plan: [`RemoveDevice (DELETE ${PATH}/7) instanceRefs: 7 -> null`],
  },
  {
    name: 'an instance without a reference leaves, and the others stay',
    spec: { instanceSelector: { matchLabels: { app: 'none' } }, instanceRefs: [{ id: 7 }] },
    ...behind(device(7, 7), device(8, 8)),
    plan: [`RemoveDevice (DELETE ${PATH}/8) instanceRefs: 8 -> null`],
  },
  {
    name: 'instances that strayed lately count with those that leave, but for those that are named',
    spec: {
      instanceSelector: { matchLabels: { app: 'web' } },
      instanceRefs: [{ id: 8 }, { id: 9 }],
    },
    strayed: { instanceSelector: [5, 6, 7, 9] },
    ...behind(device(7, 7), device(8, 8), device(9, 9)),
    plan: [`RemoveDevice (DELETE ${PATH}/7) instanceRefs: 7 -> null`],
  },
  {
    name: 'while a reference has no value instances come and none leaves',
    spec: { instanceRefs: [{ name: 'web-1' }, { id: 9 }] },
    unresolved: { instanceRefs: 'Instance/web-1, which does not exist' },
    ...behind(device(7, 7), device(8, 8)),
    plan: [
      'wait for Instance/web-1, which does not exist; until then the firewall keeps the 2 instances that the spec no longer lists',
      `AddDevice (POST ${PATH}) instanceRefs: 9`,
    ],
  },
  {
    name: 'a reference without a value is not waited for where no instance is to leave',
    spec: { instanceRefs: [{ name: 'web-1' }, { id: 7 }] },
    unresolved: { instanceRefs: 'Instance/web-1, which does not exist' },
    ...behind(device(7, 7)),
    plan: [],
  },
  {
    name: 'instances that the spec does not name are not managed',
    ...behind(device(7, 7)),
    plan: [],
  },
  {
    name: 'entries that are not instances are left alone',
    source: 'firewalls#devices',
    keptBy: 'plan',
    spec: { instanceRefs: [] },
    ...behind(device(6, 6, 'nodebalancer')),
    plan: [],
  },
  {
    name: 'instances that were not looked at are those that were known last',
    spec: { instanceRefs: [{ id: 7 }, { id: 8 }] },
    recorded: { devices: [{ id: 70, instanceId: 7 }] },
    plan: [`AddDevice (POST ${PATH}) instanceRefs: 8`],
  },
  {
    name: 'nothing is done about instances that may not be seen',
    spec: { instanceRefs: [{ id: 7 }] },
    details: { devices: null },
    plan: [],
  },
  {
    name: 'a disabled firewall is disabled before it receives an instance',
    source: 'firewalls#status',
    keptBy: 'plan',
    spec: { enforcement: 'Disabled', instanceRefs: [{ id: 7 }] },
    ...behind(),
    plan: [
      'Disable (PUT /networking/firewalls/31) enforcement: Enabled -> Disabled',
      `AddDevice (POST ${PATH}) instanceRefs: 7 [after Disable]`,
    ],
  },
  {
    name: 'a firewall is enabled when those have left that could forbid it',
    source: 'firewalls#status',
    keptBy: 'plan',
    spec: { enforcement: 'Enabled', instanceRefs: [] },
    item: { status: 'disabled' },
    ...behind(device(7, 7)),
    plan: [
      `RemoveDevice (DELETE ${PATH}/7) instanceRefs: 7 -> null`,
      'Enable (PUT /networking/firewalls/31) enforcement: Disabled -> Enabled',
    ],
  },
  {
    name: 'ready is before every instance',
    spec: { instanceRefs: [{ id: 7 }, { id: 8 }] },
    ...behind(device(7, 7)),
    health: { ready: false, reason: 'Incomplete' },
  },
  {
    name: 'ready is before all instances',
    spec: { instanceRefs: [{ id: 7 }] },
    ...behind(device(7, 7)),
    health: { ready: true, reason: 'Enabled' },
  },
];
