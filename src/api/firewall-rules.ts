import * as z from 'zod';
import { between, text } from './bounds.ts';
import { word } from './word.ts';

const ACTIONS = ['ACCEPT', 'DROP'] as const;
const PROTOCOLS = ['TCP', 'UDP', 'ICMP', 'IPENCAP'] as const;

/** Maximum number of rules of both directions, of addresses in a rule and of pieces in a ports
 *  text; bounds of a port. Source: firewalls#rules; firewalls#ports. */
export const FIREWALL = {
  rules: 25,
  addressesPerRule: 255,
  portPieces: 15,
  port: { min: 1, max: 65_535 },
} as const;

const Port = between(FIREWALL.port.min, FIREWALL.port.max);

const isPort = (digits: string): boolean =>
  /^[1-9]\d*$/.test(digits) && Port.safeParse(Number(digits)).success;

const isPiece = (piece: string): boolean => {
  const [from = '', to = from, ...rest] = piece.split('-');
  return (
    rest.length === 0 && isPort(from) && isPort(to) && (piece === from || Number(to) > Number(from))
  );
};

/** Counts the pieces of a ports text. */
const piecesOf = (ports: string): number => ports.split(/[,-]/).length;

/** Ports and ranges, separated by commas that a space may follow: "22-24, 80". Source:
 *  firewalls#ports. */
export const Ports = z
  .string()
  .refine((ports) => ports.split(/, ?/).every(isPiece), 'ports is not valid')
  .refine(
    (ports) => piecesOf(ports) <= FIREWALL.portPieces,
    `Must be 1-${FIREWALL.portPieces} pieces`,
  );

/** Addresses and networks with their mask. Source: firewalls#rules. */
export const RuleAddresses = z
  .strictObject({ ipv4: z.array(z.cidrv4()).optional(), ipv6: z.array(z.cidrv6()).optional() })
  .refine(
    ({ ipv4 = [], ipv6 = [] }) => ipv4.length + ipv6.length <= FIREWALL.addressesPerRule,
    `Must be 0-${FIREWALL.addressesPerRule} addresses`,
  );

const hasPorts = (protocol: string): boolean => protocol === 'TCP' || protocol === 'UDP';

/** Source: firewalls#rules. */
export const FirewallRule = z
  .strictObject({
    action: z.enum(ACTIONS),
    addresses: RuleAddresses,
    description: text(1, 100).optional(),
    label: text(3, 32).optional(),
    ports: Ports.optional(),
    protocol: z.enum(PROTOCOLS),
  })
  .refine((rule) => !hasPorts(rule.protocol) || rule.ports !== undefined, {
    path: ['ports'],
    error: 'ports is required',
  })
  .refine((rule) => hasPorts(rule.protocol) || rule.ports === undefined, {
    path: ['ports'],
    error: 'ports is not allowed',
  });
export type FirewallRule = z.input<typeof FirewallRule>;

const fewEnough = (body: {
  readonly inbound?: readonly unknown[] | undefined;
  readonly outbound?: readonly unknown[] | undefined;
}): boolean => (body.inbound ?? []).length + (body.outbound ?? []).length <= FIREWALL.rules;

const tooMany = `Must be 0-${FIREWALL.rules} rules`;
const rules = z.array(FirewallRule).optional();
const policy = z.enum(ACTIONS);

/** The rules of a new firewall: both policies are required. Source: firewalls#rules. */
export const RulesCreate = z
  .strictObject({
    inbound: rules,
    inbound_policy: policy,
    outbound: rules,
    outbound_policy: policy,
  })
  .refine(fewEnough, tooMany);

/** Replaces the sent members, and keeps the rest. Source: firewalls#rules. */
export const RulesUpdate = z
  .strictObject({
    inbound: rules,
    inbound_policy: policy.optional(),
    outbound: rules,
    outbound_policy: policy.optional(),
  })
  .refine(fewEnough, tooMany);
export type RulesUpdate = z.input<typeof RulesUpdate>;

const recorded = z
  .array(
    z.looseObject({
      action: word(ACTIONS),
      addresses: z
        .looseObject({ ipv4: z.array(z.string()).nullish(), ipv6: z.array(z.string()).nullish() })
        .nullish(),
      description: z.string().nullish(),
      label: z.string().nullish(),
      ports: z.string().nullish(),
      protocol: word(PROTOCOLS),
    }),
  )
  .nullish();

/** The rule sets as the service echoes them: as sent, null included. Source: firewalls#rules. */
export const Rules = z.looseObject({
  inbound: recorded,
  inbound_policy: word(ACTIONS),
  outbound: recorded,
  outbound_policy: word(ACTIONS),
});
export type Rules = z.infer<typeof Rules>;
