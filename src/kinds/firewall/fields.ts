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

/** Returns the canonical form of rules: ports without spaces, unique addresses with their masks, no
 *  empty members. Leaves unparsable values unchanged. Source: firewalls#rules; firewalls#ports. */
export const canonicalRules = (
  rules: readonly (RuleSpec | Stored)[] | null | undefined,
): readonly FirewallRule[] => (rules === null || rules === undefined ? [] : canonical(rules));

/** Number of cached rule sets: the largest have thousands of addresses, which one pass uses several
 *  times. */
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

/** Statuses of the service, by enforcement. Source: firewalls#status. */
const STATUS = { Enabled: 'enabled', Disabled: 'disabled' } as const;
type Enforcement = keyof typeof STATUS;

/** Returns the status of the service for an enforcement. */
export const statusFor = (enforcement: Enforcement): string => STATUS[enforcement];

/** Returns the enforcement for a status of the service: only an enabled firewall enforces its
 *  rules. */
const enforcementOf = (status: string): Enforcement =>
  status === STATUS.Enabled ? 'Enabled' : 'Disabled';

/** Returns the label of a new firewall. */
export const labelOf = ({ spec, name }: Desired): string => spec.label ?? name;

/** Returns the managed fields; a direction that the spec does not name is left alone. */
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

/** Returns the same fields of an item; its devices are a list of their own. */
export const firewallHas = ({ label, status, tags, rules }: Firewall): Fields => ({
  ...storedTags(tags),
  label,
  inbound: canonicalRules(rules.inbound),
  inboundPolicy: rules.inbound_policy,
  outbound: canonicalRules(rules.outbound),
  outboundPolicy: rules.outbound_policy,
  enforcement: enforcementOf(status),
});

/** Returns the ids of the instances that the spec resolves to; omits those without an id. */
export const instancesOf = ({ instanceRefs = [] }: Desired['spec']): readonly number[] =>
  instanceRefs.flatMap(({ id }) => id ?? []);

/** Sorts ids and removes duplicates, for comparison. */
const ordered = (ids: readonly number[]): readonly number[] =>
  [...new Set(ids)].toSorted((a, b) => a - b);

/** A device by its own id and that of its instance. */
export interface Place {
  readonly id: number;
  readonly instanceId: number;
}

/** Returns the instances behind a firewall: as read, else as last recorded; null where they are
 *  unknown. Ignores other devices. Source: firewalls#devices. */
export function placesOf({ details }: Observed, recorded: Recorded): readonly Place[] | null {
  if (details.devices === undefined) return recorded.devices ?? null;
  const devices = details.devices?.filter(({ entity }) => entity.type === 'compute');
  return devices?.map(({ id, entity }) => ({ id, instanceId: entity.id })) ?? null;
}

/** Converts a firewall to a manifest: all its rules, and the instances behind it. Source:
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
