import * as z from 'zod';
import {
  FIREWALL,
  FirewallRule,
  RulesCreate,
  RulesUpdate,
} from '../../../src/api/firewall-rules.ts';
import { FirewallCreate, FirewallUpdate } from '../../../src/api/firewalls.ts';
import type { Problem } from '../../core/reply.ts';
import { isIpv4Network, isIpv6Network } from '../addresses/notation.ts';
import { portsProblem } from './ports.ts';
import type { Rule, RuleSets } from './table.ts';

const addresses = z.strictObject({
  ipv4: z.array(z.string()).optional(),
  ipv6: z.array(z.string()).optional(),
});
const rule = z.strictObject({ ...FirewallRule.shape, addresses, ports: z.string().optional() });
const side = z.array(rule).nullable().optional();
const sides = { inbound: side, outbound: side };
const label = z.string();

/** Body schemas. The contract defines types and lengths; the rules follow here. A side may be null.
 *  Source: firewalls#rules. */
export const bodies = {
  create: z.strictObject({
    ...FirewallCreate.shape,
    label,
    rules: z.strictObject({ ...RulesCreate.shape, ...sides }),
  }),
  update: z.strictObject({ ...FirewallUpdate.shape, label: label.optional() }),
  rules: z.strictObject({ ...RulesUpdate.shape, ...sides }),
} as const;

const LABEL = { min: 3, max: 32 } as const;

/** Source: firewalls#firewalls. */
export const labelProblems = (text: string): readonly Problem[] => {
  const field = 'label';
  if (text.length < LABEL.min || text.length > LABEL.max) {
    return [{ reason: `Length must be ${LABEL.min}-${LABEL.max} characters`, field }];
  }
  if (!/^[a-z\d].*[a-z\d]$/i.test(text))
    return [{ reason: 'Must begin and end with a letter or digit', field }];
  if (!/^[a-z\d._-]+$/i.test(text))
    return [{ reason: 'Must only use letters, digits, dashes, underscores and periods', field }];
  return /--|__|\.\./.test(text)
    ? [{ reason: 'Must not have two dashes, underscores or periods in a row', field }]
    : [];
};

/** Reports whether a protocol has ports; these require some. Source: firewalls#ports. */
const hasPorts = (protocol: string): boolean => protocol === 'TCP' || protocol === 'UDP';

const portProblems = ({ protocol, ports }: Rule, field: string): readonly Problem[] => {
  const reason = hasPorts(protocol)
    ? ports === undefined
      ? 'ports is required'
      : portsProblem(ports)
    : ports === undefined
      ? undefined
      : `ports are not allowed for ${protocol}`;
  return reason === undefined ? [] : [{ reason, field: `${field}.ports` }];
};

const addressProblems = (
  { addresses: { ipv4 = [], ipv6 = [] } }: Rule,
  field: string,
): readonly Problem[] => {
  const wrong = (
    family: string,
    networks: readonly string[],
    isNetwork: (text: string) => boolean,
  ): readonly Problem[] =>
    networks.flatMap((network, index) =>
      isNetwork(network)
        ? []
        : [
            {
              reason: 'Must be an IP in IP/mask format',
              field: `${field}.addresses.${family}[${index}]`,
            },
          ],
    );
  const most = FIREWALL.addressesPerRule;
  const isTooMany = ipv4.length + ipv6.length > most;
  return [
    ...wrong('ipv4', ipv4, isIpv4Network),
    ...wrong('ipv6', ipv6, isIpv6Network),
    ...(isTooMany
      ? [{ reason: `A rule can have at most ${most} addresses`, field: `${field}.addresses` }]
      : []),
  ];
};

const sideProblems = (
  rules: readonly Rule[] | null | undefined,
  field: string,
): readonly Problem[] =>
  (rules ?? []).flatMap((one, index) => [
    ...portProblems(one, `${field}[${index}]`),
    ...addressProblems(one, `${field}[${index}]`),
  ]);

/** Returns the problems of both sides together. `prefix`: prefix of their names in the body.
 *  Source: firewalls#rules. */
export const ruleProblems = (
  { inbound, outbound }: Pick<RuleSets, 'inbound' | 'outbound'>,
  prefix: string,
): readonly Problem[] => {
  const count = (inbound ?? []).length + (outbound ?? []).length;
  return [
    ...sideProblems(inbound, `${prefix}inbound`),
    ...sideProblems(outbound, `${prefix}outbound`),
    ...(count > FIREWALL.rules
      ? [{ reason: `A firewall can have at most ${FIREWALL.rules} rules` }]
      : []),
  ];
};
