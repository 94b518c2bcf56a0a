import { type Character, TAGS } from '../character.ts';
import { EXPRESSIONS } from './allow-list.ts';
import { devices, plainRule, type RulesRow, type RulesSpec } from './firewall-readings.ts';

const machine = (...names: readonly string[]) => names.map((name) => ({ name }));
const OPEN = { inboundPolicy: 'ACCEPT', outboundPolicy: 'ACCEPT' };
const CLOSED = { inboundPolicy: 'DROP', outboundPolicy: 'ACCEPT' };
const web = (ports: string) => ({
  action: 'ACCEPT',
  protocol: 'TCP',
  ports,
  addresses: { ipv4: ['0.0.0.0/0'], ipv6: ['::/0'] },
});
const PING = {
  action: 'ACCEPT',
  protocol: 'ICMP',
  addresses: { ipv4: ['198.51.100.0/24', '203.0.113.7'] },
  label: 'ping',
};
const NOTED = {
  ...web('22-24'),
  label: 'admin',
  description: 'from everywhere',
  action: 'DROP',
  addresses: { ipv6: ['2001:DB8::1'] },
};

/** Rules for traffic, and their instances. Source: firewalls#firewalls; firewalls#rules;
 *  firewalls#devices. */
export const firewall: Character = {
  base: { rules: CLOSED },
  facets: {
    label: { values: [{ label: 'wall-one' }, { label: 'wall-two' }] },
    enforcement: { values: [{ enforcement: 'Enabled' }, { enforcement: 'Disabled' }] },
    tags: { values: [{ tags: [] }, { tags: ['blue'] }, { tags: ['blue', 'green'] }] },
    rules: {
      needed: true,
      values: [
        { rules: { ...CLOSED } },
        { rules: { ...OPEN, inbound: [], outbound: [] } },
        { rules: { ...CLOSED, inbound: [web('443,80')] } },
        { rules: { ...CLOSED, inbound: [web('80, 443'), PING], outbound: [PING] } },
        {
          rules: {
            ...CLOSED,
            outboundPolicy: 'DROP',
            inbound: [PING, NOTED],
            outbound: [web('53'), { ...PING, protocol: 'IPENCAP' }],
          },
        },
        {
          rules: {
            ...CLOSED,
            inbound: [{ ...NOTED, label: 'office', description: 'from the office' }],
            outbound: [NOTED],
          },
        },
        {
          rules: {
            ...OPEN,
            outbound: [
              { ...NOTED, label: 'other', description: 'another', ports: '1-2,9', protocol: 'UDP' },
            ],
          },
        },
      ],
    },
    devices: {
      values: [
        { instanceRefs: [] },
        { instanceRefs: machine('front') },
        { instanceRefs: machine('back') },
        { instanceRefs: machine('front', 'back', 'far') },
        { instanceRefs: machine('front', 'missing') },
        { instanceRefs: [{ id: { $id: 'Instance/far' } }] },
        { instanceRefs: [{ id: { $id: 'Instance/back' } }] },
        { instanceRefs: [{ id: { $id: 'Instance/far' } }, ...machine('back')] },
        { instanceSelector: { matchLabels: { app: 'web' } } },
        { instanceSelector: { matchLabels: { role: 'db' } } },
        {
          instanceSelector: { matchExpressions: [{ key: 'app', operator: 'In', values: ['web'] }] },
          instanceRefs: machine('far'),
        },
        ...EXPRESSIONS,
      ],
    },
  },
  reads: {
    label: { field: 'label' },
    enforcement: { field: 'status', as: (word: string) => word.toLowerCase() },
    tags: TAGS,
    rules: {
      field: 'rules',
      as: ({ inbound, outbound, inboundPolicy, outboundPolicy }: RulesSpec) => [
        inbound?.map(plainRule) ?? null,
        outbound?.map(plainRule) ?? null,
        inboundPolicy ?? null,
        outboundPolicy ?? null,
      ],
      of: (rules: RulesRow, spec: RulesSpec) => [
        spec.inbound === undefined ? null : (rules.inbound ?? []).map(plainRule),
        spec.outbound === undefined ? null : (rules.outbound ?? []).map(plainRule),
        spec.inboundPolicy === undefined ? null : rules.inbound_policy,
        spec.outboundPolicy === undefined ? null : rules.outbound_policy,
      ],
    },
    instanceRefs: devices,
    instanceSelector: devices,
  },
  unread: {},
  troubles: ({ instanceRefs, enforcement }, had) => [
    ...(JSON.stringify(instanceRefs ?? []).includes('missing') ? ['instanceRefs'] : []),
    // Its rules protect nothing without an explicit spec.
    ...(enforcement === undefined && had['enforcement'] === 'Disabled' ? ['enforcement'] : []),
  ],
  admits: (after) => after['rules'] !== undefined,
  wayward: {},
  partly: ['instanceRefs', 'instanceSelector'],
  groups: [['instanceRefs', 'instanceSelector']],
};
