import type { FirewallRule, Rules } from '../../api/firewall-rules.ts';
import type { Firewall } from '../../api/firewalls.ts';
import { canonicalNetwork } from '../../model/address.ts';
import { type Manifest, specFrom } from '../../model/manifest.ts';
import { recalling } from '../../model/recall.ts';
import { type Fields, named } from '../../model/step.ts';
import { storedTags, wantedTags } from '../../model/tags.ts';
import { devicesOf } from './parts/details.ts';

import type { RuleSpec } from './spec.ts';
import type { Desired, Observed, Recorded } from './types.ts';

type Stored = NonNullable<Rules['inbound']>[number];
type Networks = readonly string[] | null | undefined;

/** The form in which rules are sent and compared: ports without spaces, addresses with their masks
 *  and each once, and nothing that says nothing. What cannot be read stays as it is. Source:
 *  firewalls#rules; firewalls#ports. */
export const canonicalRules = (
  rules: readonly (RuleSpec | Stored)[] | null | undefined,
): readonly FirewallRule[] => (rules === null || rules === undefined ? [] : canonical(rules));

/** The rules of some firewalls: of the largest these are thousands of addresses, which one pass
 *  asks for several times. */
const MOST_KEPT = 16;

const canonical = recalling(
  (rules: readonly (RuleSpec | Stored)[]): readonly FirewallRule[] => rules.map(canonicalRule),
  MOST_KEPT,
);

const canonicalRule = ({
  action,
  protocol,
  ports,
  addresses,
  label,
  description,
}: RuleSpec | Stored): FirewallRule =>
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
  const each = [
    ...new Set((list ?? []).map((network) => canonicalNetwork(network) ?? network)),
  ].toSorted();
  return each.length === 0 ? undefined : each;
}

/** The word of the service for it. Source: firewalls#status. */
const STATUS = { Enabled: 'enabled', Disabled: 'disabled' } as const;
type Enforcement = keyof typeof STATUS;

/** The status that the service is asked for. */
export const statusFor = (enforcement: Enforcement): string => STATUS[enforcement];

/** What a status of the service means for the rules: only an enabled firewall has them in force. */
export const enforcementOf = (status: string): Enforcement =>
  status === STATUS.Enabled ? 'Enabled' : 'Disabled';

/** The label that a new firewall gets. */
export const labelOf = ({ spec, name }: Desired): string => spec.label ?? name;

/** The managed fields; a side of the rules that the spec does not name is left alone. */
export const firewallWants = ({ spec, mark }: Desired): Fields => ({
  ...wantedTags(spec.tags, mark),
  ...named({
    label: spec.label,
    inbound: spec.rules?.inbound && canonicalRules(spec.rules.inbound),
    inboundPolicy: spec.rules?.inboundPolicy,
    outbound: spec.rules?.outbound && canonicalRules(spec.rules.outbound),
    outboundPolicy: spec.rules?.outboundPolicy,
    enforcement: spec.enforcement,
    instanceRefs: spec.instanceRefs && ordered(instancesOf(spec)),
  }),
});

/** The same fields of an item; what it protects is a list of its own. */
export const firewallHas = ({ label, status, tags, rules }: Firewall): Fields => ({
  ...storedTags(tags),
  label,
  inbound: canonicalRules(rules.inbound),
  inboundPolicy: rules.inbound_policy,
  outbound: canonicalRules(rules.outbound),
  outboundPolicy: rules.outbound_policy,
  enforcement: enforcementOf(status),
});

/** The ids of the instances that the spec leads to; those without an id yet are not there. */
export const instancesOf = ({ instanceRefs = [] }: Desired['spec']): readonly number[] =>
  instanceRefs.flatMap(({ id }) => id ?? []);

/** Ids in the order and number in which sets of them are compared. */
const ordered = (ids: readonly number[]): readonly number[] =>
  [...new Set(ids)].toSorted((a, b) => a - b);

/** A device by its own id and that of its instance. */
export interface Place {
  readonly id: number;
  readonly instanceId: number;
}

/** The instances behind a firewall: as they were looked at, else as they were known last; null
 *  where that is not known. What is no instance is left alone. Source: firewalls#devices. */
export function placesOf({ details }: Observed, recorded: Recorded): readonly Place[] | null {
  if (details.devices === undefined) return recorded.devices ?? null;
  const devices = details.devices?.filter(({ entity }) => entity.type === 'compute');
  return devices?.map(({ id, entity }) => ({ id, instanceId: entity.id })) ?? null;
}

/** A firewall as a manifest: its rules as a whole, and the instances behind it. Source:
 *  firewalls#firewalls; firewalls#devices. */
export const firewallManifest: Manifest<Firewall, Observed> = {
  specOf: (observed) => {
    const { inbound, inboundPolicy, outbound, outboundPolicy, enforcement, ...others } =
      firewallHas(observed.item);
    const instanceIds = ordered((placesOf(observed, {}) ?? []).map(({ instanceId }) => instanceId));
    const instanceRefs = instanceIds.map((id) => ({ id }));
    const rules = { inbound, inboundPolicy, outbound, outboundPolicy };
    return {
      ...specFrom({ ...others, enforcement, instanceRefs }, { enforcement: 'Enabled' }),
      rules,
    };
  },
  reads: devicesOf,
};
