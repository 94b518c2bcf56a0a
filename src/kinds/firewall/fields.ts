import type { Firewall } from '../../api/firewalls.ts';
import { type Fields, named } from '../../model/step.ts';
import { storedTags, wantedTags } from '../../model/tags.ts';
import { canonicalRules } from './canonical.ts';
import type { Past, Seen, Wish } from './terms.ts';

/** The label that a new firewall gets. */
export const labelOf = ({ spec, name }: Wish): string => spec.label ?? name;

/** The managed fields; a side of the rules that the spec does not name is left alone. */
export const firewallWants = ({ spec, mark }: Wish): Fields => ({
  ...wantedTags(spec.tags, mark),
  ...named({
    label: spec.label,
    inbound: spec.rules?.inbound && canonicalRules(spec.rules.inbound),
    inboundPolicy: spec.rules?.inboundPolicy,
    outbound: spec.rules?.outbound && canonicalRules(spec.rules.outbound),
    outboundPolicy: spec.rules?.outboundPolicy,
    status: spec.status,
    instanceIds: spec.instanceIds && ordered(spec.instanceIds),
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
  status,
});

/** Ids in the order and number in which sets of them are compared. */
export const ordered = (ids: readonly number[]): readonly number[] => [...new Set(ids)].toSorted((a, b) => a - b);

/** A device by its own id and that of its instance. */
export interface Place {
  readonly id: number;
  readonly instanceId: number;
}

/** The instances behind a firewall: as they were looked at, else as they were known last; null where that is not known. What is no instance is left alone.
 *  Source: firewalls#devices. */
export function placesOf({ details }: Seen, recorded: Past): readonly Place[] | null {
  if (details.devices === undefined) return recorded.devices ?? null;
  const devices = details.devices?.filter(({ entity }) => entity.type === 'compute');
  return devices?.map(({ id, entity }) => ({ id, instanceId: entity.id })) ?? null;
}
