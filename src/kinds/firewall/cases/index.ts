import { CASE_MARK, CASE_NAME, type Case, type CaseTable } from '../../../model/case.ts';
import { firewallAdmission } from './admission.ts';
import { deviceCases } from './devices.ts';
import { detailStages, needs, stages } from './fixtures.ts';

const policies = { inboundPolicy: 'DROP', outboundPolicy: 'ACCEPT' };
const storedPolicies = { inbound_policy: 'DROP', outbound_policy: 'ACCEPT' };

const item = {
  id: 31,
  label: CASE_NAME,
  status: 'enabled',
  rules: { inbound: [], outbound: [], ...storedPolicies },
  tags: [CASE_MARK],
  created: '2018-01-02T03:04:05',
  updated: '2018-01-02T03:04:05',
};

const LABEL_RULE =
  'is not a valid label of a firewall: 3 to 32 letters, digits, dashes, underscores and periods, with a letter or digit at both ends, and no two dashes, underscores or periods in a row; set spec.label';
const RULES_PATH = '(PUT /networking/firewalls/31/rules)';

const ssh = {
  action: 'ACCEPT',
  protocol: 'TCP',
  ports: '22',
  addresses: { ipv4: ['198.51.100.0/24'] },
};
const SSH =
  '[{"action":"ACCEPT","protocol":"TCP","ports":"22","addresses":{"ipv4":["198.51.100.0/24"]}}]';
const ping = { action: 'DROP', protocol: 'ICMP', addresses: {} };
const stored = (inbound: unknown, outbound: unknown = []) => ({
  rules: { inbound, outbound, ...storedPolicies },
});
const rulesWith = (...inbound: readonly object[]) => ({ rules: { ...policies, inbound } });

const creation: readonly Case[] = [
  {
    name: 'is made with both sides and both policies',
    source: 'firewalls#firewalls',
    keptBy: 'plan',
    item: null,
    plan: ['Create (POST /networking/firewalls) inboundPolicy: DROP, outboundPolicy: ACCEPT'],
    sends: [
      {
        label: CASE_NAME,
        rules: { inbound: [], outbound: [], ...storedPolicies },
        tags: [CASE_MARK],
      },
    ],
  },
  {
    name: 'is made with its rules, tags and label',
    source: 'firewalls#rules',
    keptBy: 'plan',
    item: null,
    spec: { ...rulesWith(ssh), label: 'office', tags: ['web', 'app'] },
    plan: [
      `Create (POST /networking/firewalls) tags: ["app","web"], label: office, inbound: ${SSH}, inboundPolicy: DROP, outboundPolicy: ACCEPT`,
    ],
    sends: [
      {
        label: 'office',
        rules: { inbound: [ssh], outbound: [], ...storedPolicies },
        tags: ['app', CASE_MARK, 'web'],
      },
    ],
  },
  {
    name: 'is made without tags by a credential that may not tag',
    source: 'tags#assign',
    keptBy: 'plan',
    item: null,
    mayTag: false,
    plan: ['Create (POST /networking/firewalls) inboundPolicy: DROP, outboundPolicy: ACCEPT'],
    sends: [{ label: CASE_NAME, rules: { inbound: [], outbound: [], ...storedPolicies } }],
  },
  {
    name: 'a name that is not a valid label is refused with the rule',
    source: 'firewalls#firewalls',
    keptBy: 'refuse',
    item: null,
    called: 'ab',
    plan: [`refuse spec.label: ab ${LABEL_RULE}`],
  },
  {
    name: 'a name with two dashes needs a label',
    source: 'firewalls#firewalls',
    keptBy: 'refuse',
    item: null,
    called: 'web--a',
    plan: [`refuse spec.label: web--a ${LABEL_RULE}`],
  },
];

const ruleSets: readonly Case[] = [
  { name: 'matching fields are left alone', plan: [] },
  {
    name: 'rules are replaced whole, with both sides and both policies',
    source: 'firewalls#rules',
    keptBy: 'plan',
    spec: { rules: { ...policies, inbound: [ssh], outbound: [ping] } },
    item: stored([], [ping]),
    plan: [`ReplaceRules ${RULES_PATH} inbound: [] -> ${SSH}`],
    sends: [{ inbound: [ssh], outbound: [ping], ...storedPolicies }],
  },
  {
    name: 'a side that the spec does not name is sent as it is',
    source: 'firewalls#rules',
    keptBy: 'canonical',
    spec: rulesWith(ssh),
    item: stored([], [ping]),
    plan: [`ReplaceRules ${RULES_PATH} inbound: [] -> ${SSH}`],
    sends: [{ inbound: [ssh], outbound: [ping], ...storedPolicies }],
  },
  {
    name: 'a policy change sends the rules with it',
    source: 'firewalls#rules',
    keptBy: 'plan',
    spec: { rules: { inboundPolicy: 'DROP', outboundPolicy: 'DROP' } },
    plan: [`ReplaceRules ${RULES_PATH} outboundPolicy: ACCEPT -> DROP`],
    sends: [{ inbound: [], outbound: [], inbound_policy: 'DROP', outbound_policy: 'DROP' }],
  },
  {
    name: 'a side that is null is empty',
    source: 'firewalls#rules',
    keptBy: 'canonical',
    spec: { rules: { ...policies, inbound: [], outbound: [] } },
    item: stored(null, null),
    plan: [],
  },
  {
    name: 'the order of rules counts',
    source: 'firewalls#rules',
    keptBy: 'plan',
    spec: rulesWith(ssh, ping),
    item: stored([ping, ssh]),
    plan: [
      `ReplaceRules ${RULES_PATH} inbound: [{"action":"DROP","protocol":"ICMP","addresses":{}},${SSH.slice(1)} -> ${SSH.slice(0, -1)},{"action":"DROP","protocol":"ICMP","addresses":{}}]`,
    ],
  },
  {
    name: 'spaces between ports do not count and are not sent',
    source: 'firewalls#ports',
    keptBy: 'canonical',
    item: null,
    spec: rulesWith({ ...ssh, ports: '22-24, 80,443' }),
    plan: [
      `Create (POST /networking/firewalls) inbound: ${SSH.replace('"22"', '"22-24,80,443"')}, inboundPolicy: DROP, outboundPolicy: ACCEPT`,
    ],
  },
  {
    name: 'ports with spaces in the account are the same ports',
    source: 'firewalls#ports',
    keptBy: 'canonical',
    spec: rulesWith({ ...ssh, ports: '22-24,80' }),
    item: stored([{ ...ssh, ports: '22-24, 80' }]),
    plan: [],
  },
  {
    name: 'addresses are a set of networks, in one spelling',
    source: 'firewalls#rules',
    keptBy: 'canonical',
    spec: rulesWith({
      ...ping,
      addresses: { ipv4: ['198.51.100.7', '10.1.2.3/8'], ipv6: ['2001:DB8:0::1', '2001:db8::/32'] },
    }),
    item: stored([
      {
        ...ping,
        addresses: {
          ipv4: ['10.0.0.0/8', '198.51.100.7/32'],
          ipv6: ['2001:db8::/32', '2001:db8::1/128'],
        },
      },
    ]),
    plan: [],
  },
  {
    name: 'an empty address family is omitted',
    source: 'firewalls#rules',
    keptBy: 'canonical',
    spec: rulesWith({ ...ping, addresses: { ipv4: ['10.0.0.0/8'], ipv6: [] } }),
    item: stored([{ ...ping, addresses: { ipv4: ['10.0.0.0/8'] } }]),
    plan: [],
  },
  {
    name: 'addresses are sent in the spelling in which they are compared',
    item: null,
    spec: rulesWith({ ...ping, addresses: { ipv4: ['198.51.100.7'], ipv6: ['2001:DB8::'] } }),
    plan: [
      'Create (POST /networking/firewalls) inbound: [{"action":"DROP","protocol":"ICMP","addresses":{"ipv4":["198.51.100.7/32"],"ipv6":["2001:db8::/128"]}}], inboundPolicy: DROP, outboundPolicy: ACCEPT',
    ],
  },
];

const settings: readonly Case[] = [
  {
    name: 'is relabelled and tagged by one request',
    source: 'firewalls#firewalls',
    keptBy: 'plan',
    spec: { label: 'office', tags: ['web'] },
    plan: ['Update (PUT /networking/firewalls/31) tags: [] -> ["web"], label: example -> office'],
    sends: [{ label: 'office', tags: [CASE_MARK, 'web'] }],
  },
  {
    name: 'a relabelling leaves the tags alone',
    spec: { label: 'office' },
    plan: ['Update (PUT /networking/firewalls/31) label: example -> office'],
    sends: [{ label: 'office' }],
  },
  {
    name: 'tags are a set: their order does not count',
    source: 'tags#assign',
    keptBy: 'canonical',
    spec: { tags: ['web', 'app'] },
    item: { tags: ['app', CASE_MARK, 'web'] },
    plan: [],
  },
  {
    name: 'a credential that may not tag refuses tags',
    source: 'tags#assign',
    keptBy: 'refuse',
    mayTag: false,
    spec: { tags: ['web'] },
    plan: [
      'refuse spec.tags: the user of this credential cannot write tags: use a credential of an unrestricted user, or remove the tags',
    ],
  },
  {
    name: 'is disabled',
    source: 'firewalls#status',
    keptBy: 'plan',
    spec: { enforcement: 'Disabled' },
    plan: ['Disable (PUT /networking/firewalls/31) enforcement: Enabled -> Disabled'],
    sends: [{ status: 'disabled' }],
  },
  {
    name: 'is enabled',
    source: 'firewalls#status',
    keptBy: 'plan',
    spec: { enforcement: 'Enabled' },
    item: { status: 'disabled' },
    plan: ['Enable (PUT /networking/firewalls/31) enforcement: Disabled -> Enabled'],
  },
  {
    name: 'an enforcement that is not named is not managed',
    item: { status: 'disabled' },
    plan: [],
    health: { ready: false, reason: 'Disabled', stalled: true },
  },
  {
    name: 'one that the service forgets is not changed',
    source: 'firewalls#delete',
    keptBy: 'wait',
    spec: { label: 'office' },
    item: { status: 'deleted' },
    plan: ['wait for the service to remove the deleted firewall'],
  },
];

const ends: readonly Case[] = [
  {
    name: 'is deleted',
    source: 'firewalls#delete',
    keptBy: 'plan',
    deleting: true,
    plan: ['Delete (DELETE /networking/firewalls/31)'],
  },
  {
    name: 'is deleted once',
    source: 'firewalls#delete',
    keptBy: 'plan',
    deleting: true,
    item: { status: 'deleted' },
    plan: [],
  },
  {
    name: 'stays without its mark',
    retaining: true,
    item: { tags: [CASE_MARK, 'web'] },
    plan: [`Unmark (PUT /networking/firewalls/31) mark: ${CASE_MARK} -> null`],
    sends: [{ tags: ['web'] }],
  },
  {
    name: 'stays as it is where it has no mark',
    retaining: true,
    item: { tags: ['web'] },
    plan: [],
  },
];

const health: readonly Case[] = [
  {
    name: 'enabled is ready',
    source: 'firewalls#status',
    keptBy: 'health',
    health: { ready: true, reason: 'Enabled' },
  },
  {
    name: 'disabled waits for a user where the spec does not set it',
    item: { status: 'disabled' },
    health: { ready: false, reason: 'Disabled', stalled: true },
  },
  {
    name: 'disabled is on its way where it is to be otherwise',
    spec: { enforcement: 'Enabled' },
    item: { status: 'disabled' },
    health: { ready: false, reason: 'Disabled' },
  },
  {
    name: 'disabled is ready when the spec asks for it',
    source: 'firewalls#status',
    keptBy: 'health',
    spec: { enforcement: 'Disabled' },
    item: { status: 'disabled' },
    health: { ready: true, reason: 'Disabled' },
  },
  {
    name: 'deleted is not ready',
    item: { status: 'deleted' },
    health: { ready: false, reason: 'Deleted' },
  },
];

/** Behaviour of a Firewall, row by row. */
export const firewallCases: CaseTable = {
  spec: { rules: policies },
  item,
  needs,
  stages,
  detailStages,
  cases: [
    ...creation,
    ...ruleSets,
    ...settings,
    ...deviceCases,
    ...ends,
    ...health,
    ...firewallAdmission,
  ],
};
