import { FIREWALL } from '../../api/firewall-rules.ts';
import type { Rule } from '../../model/definition.ts';
import { NO_MARK } from '../../model/tags.ts';

/** Builds a condition on every rule of both directions. */
const everyRule = (condition: string): string =>
  `!has(self.rules) || ${['inbound', 'outbound']
    .map((side) => `(!has(self.rules.${side}) || self.rules.${side}.all(rule, ${condition}))`)
    .join(' && ')}`;

const sizeOf = (list: string): string => `(has(${list}) ? ${list}.size() : 0)`;

/** Admission rules beyond types, patterns and bounds. Source: firewalls#rules; firewalls#ports. */
export const RULES: readonly Rule[] = [
  NO_MARK,
  {
    rule: "!has(self.label) || !['--', '__', '..'].exists(twice, self.label.contains(twice))",
    field: 'label',
    message: 'must not have two dashes, underscores or periods in a row',
  },
  {
    rule: `!has(self.rules) || ${sizeOf('self.rules.inbound')} + ${sizeOf('self.rules.outbound')} <= ${FIREWALL.rules}`,
    field: 'rules',
    message: `must have at most ${FIREWALL.rules} rules in both directions together`,
  },
  {
    rule: everyRule(
      `${sizeOf('rule.addresses.ipv4')} + ${sizeOf('rule.addresses.ipv6')} <= ${FIREWALL.addressesPerRule}`,
    ),
    field: 'rules',
    message: `must have at most ${FIREWALL.addressesPerRule} addresses in a rule`,
  },
  {
    rule: everyRule("!(rule.protocol in ['TCP', 'UDP']) || has(rule.ports)"),
    field: 'rules',
    message: 'must have ports in each rule for TCP or UDP',
  },
  {
    rule: everyRule("rule.protocol in ['TCP', 'UDP'] || !has(rule.ports)"),
    field: 'rules',
    message: 'must have no ports in a rule for ICMP or IPENCAP',
  },
  {
    rule: everyRule(
      "!has(rule.ports) || rule.ports.split(',').all(piece, !piece.contains('-') || int(piece.split('-')[0].trim()) < int(piece.split('-')[1].trim()))",
    ),
    field: 'rules',
    message: 'must have only port ranges whose end is greater than their start',
  },
  {
    rule: '!has(self.instanceRefs) || self.instanceRefs.all(ref, has(ref.name) != has(ref.id))',
    field: 'instanceRefs',
    message: 'must have exactly one of name and id in each reference',
  },
];
