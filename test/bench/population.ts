import { FIREWALL } from '../../src/api/firewall-rules.ts';
import { API_VERSION } from '../../src/model/group.ts';

/** A number of objects of a kind. */
export interface Population {
  readonly kind: 'Volume' | 'Firewall';
  readonly plural: string;
  readonly from: number;
  readonly to: number;
}

const RULES = Array.from({ length: FIREWALL.rules }, (_, rule) => ({
  label: `rule-${rule}`.padEnd(32, 'x'),
  description: 'd'.repeat(100),
  action: 'ACCEPT',
  protocol: 'TCP',
  ports:
    '10001, 10003, 10005, 10007, 10009, 10011, 10013, 10015, 10017, 10019, 10021, 10023, 10025, 10027, 10029',
  addresses: {
    ipv6: Array.from({ length: FIREWALL.addressesPerRule }, (__, n) => addressOf(rule, n)),
  },
}));

/** Returns the longest text of an address. */
function addressOf(rule: number, n: number): string {
  return `2001:db8a:1234:5678:9abc:def0:${(0x1000 + rule).toString(16)}:${(0x1000 + n).toString(16)}/128`;
}

const SPECS = {
  Volume: { region: 'eu-west', size: 20 },
  Firewall: { rules: { inbound: RULES, inboundPolicy: 'DROP', outboundPolicy: 'ACCEPT' } },
} as const;

/** Bodies of the objects' items in the service. */
const BODIES = {
  Volume: SPECS.Volume,
  Firewall: {
    rules: {
      inbound: RULES.map((rule) => ({ ...rule, ports: rule.ports.replaceAll(' ', '') })),
      inbound_policy: 'DROP',
      outbound: [],
      outbound_policy: 'ACCEPT',
    },
  },
} as const;

const uidOf = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** Builds an object of a population as the API server holds it before an operator reads it. */
export const manifestOf = ({ kind }: Population, n: number) => ({
  apiVersion: API_VERSION,
  kind,
  metadata: {
    name: `object-${n}`,
    namespace: `team-${n % 10}`,
    uid: uidOf(n),
    generation: 1,
    creationTimestamp: '2026-01-01T00:00:00Z',
  } as Record<string, unknown>,
  spec: SPECS[kind],
});

/** Builds the request that creates the item of an object, with its mark. */
export const itemOf = (
  { kind }: Population,
  n: number,
): { readonly path: string; readonly body: object } => ({
  path: kind === 'Volume' ? '/volumes' : '/networking/firewalls',
  body: { ...BODIES[kind], label: `object-${n}`, tags: [`k8s:${uidOf(n)}`] },
});
