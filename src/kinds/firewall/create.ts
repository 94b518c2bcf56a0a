import { FirewallLabel, firewalls } from '../../api/firewalls.ts';
import { post } from '../../model/request.ts';
import { among, call, changes, refuse, type Step } from '../../model/step.ts';
import { tagsToSend } from '../../model/tags.ts';
import { canonicalRules } from './canonical.ts';
import { firewallWants, labelOf } from './fields.ts';
import type { Wish } from './terms.ts';

const LABEL_RULE =
  'is no label for a firewall: 3 to 32 letters, digits, dashes, underscores and periods, a letter or digit at both ends, none of the others twice in a row; name one in spec.label';

/** The one request that brings a firewall into being. Its devices follow one by one, so that an instance that cannot have it now holds up no other,
 *  and one that is wished disabled protects nothing before it is. Source: firewalls#firewalls; firewalls#status. */
export function createFirewall(desired: Wish): readonly Step[] {
  const { spec, mark } = desired;
  const label = labelOf(desired);
  if (!FirewallLabel.safeParse(label).success) return [refuse('spec.label', `${label} ${LABEL_RULE}`)];
  if (spec.rules === undefined) return [refuse('spec.rules', 'are needed to create a firewall, with both policies')];
  const { inbound, inboundPolicy, outbound, outboundPolicy } = spec.rules;
  const rules = {
    inbound: canonicalRules(inbound),
    inbound_policy: inboundPolicy,
    outbound: canonicalRules(outbound),
    outbound_policy: outboundPolicy,
  };
  const tags = mark === null ? undefined : tagsToSend(spec.tags, [], mark);
  const wants = changes(firewallWants(desired), {});
  const said = among(wants, 'label', 'inbound', 'inboundPolicy', 'outbound', 'outboundPolicy', ...(tags === undefined ? [] : ['tags']));
  return [call('Create', post(firewalls.create.path, { label, rules, tags }), said, { answers: 'item' })];
}
