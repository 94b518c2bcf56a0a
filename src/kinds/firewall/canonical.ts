import type { FirewallRule, Rules } from '../../api/firewall-rules.ts';
import { canonicalNetwork } from '../../model/address.ts';
import { recalling } from '../../model/recall.ts';
import { named } from '../../model/step.ts';
import type { RuleSpec } from './spec.ts';

type Stored = NonNullable<Rules['inbound']>[number];
type Networks = readonly string[] | null | undefined;

/** The form in which rules are sent and compared: ports without spaces, addresses with their masks and each once, and nothing that says nothing.
 *  What cannot be read stays as it is. Source: firewalls#rules; firewalls#ports. */
export const canonicalRules = (rules: readonly (RuleSpec | Stored)[] | null | undefined): readonly FirewallRule[] =>
  rules === null || rules === undefined ? [] : canonical(rules);

/** The rules of some firewalls: of the largest these are thousands of addresses, which one pass asks for several times. */
const MOST_KEPT = 16;

const canonical = recalling((rules: readonly (RuleSpec | Stored)[]): readonly FirewallRule[] => rules.map(canonicalRule), MOST_KEPT);

const canonicalRule = ({ action, protocol, ports, addresses, label, description }: RuleSpec | Stored): FirewallRule =>
  named({
    action,
    protocol,
    ports:
      ports
        ?.split(',')
        .map((piece) => piece.trim())
        .join(',') || undefined,
    addresses: named({ ipv4: networks(addresses?.ipv4), ipv6: networks(addresses?.ipv6) }),
    label: label || undefined,
    description: description || undefined,
  }) as FirewallRule;

function networks(list: Networks): readonly string[] | undefined {
  const each = [...new Set((list ?? []).map((network) => canonicalNetwork(network) ?? network))].toSorted();
  return each.length === 0 ? undefined : each;
}
