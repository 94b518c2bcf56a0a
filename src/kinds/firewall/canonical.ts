import type { FirewallRule, Rules } from '../../api/firewall-rules.ts';
import { canonicalNetwork } from '../../model/address.ts';
import { named } from '../../model/step.ts';
import type { RuleSpec } from './spec.ts';

type Stored = NonNullable<Rules['inbound']>[number];
type Networks = readonly string[] | null | undefined;

/** The form in which rules are sent and compared: ports without spaces, addresses with their masks and each once, and nothing that says nothing.
 *  What cannot be read stays as it is. Source: document 3, "Firewall"; facts, 1.13. */
export const canonicalRules = (rules: readonly (RuleSpec | Stored)[] | null | undefined): readonly FirewallRule[] =>
  (rules ?? []).map(
    ({ action, protocol, ports, addresses, label, description }) =>
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
      }) as FirewallRule,
  );

function networks(list: Networks): readonly string[] | undefined {
  const each = [...new Set((list ?? []).map((network) => canonicalNetwork(network) ?? network))].toSorted();
  return each.length === 0 ? undefined : each;
}
