import { path } from '../../api/endpoint.ts';
import { type Firewall, FirewallLabel, firewalls } from '../../api/firewalls.ts';
import { after } from '../../model/chain.ts';
import { del, post, put } from '../../model/request.ts';
import {
  among,
  type Call,
  type Change,
  call,
  changes,
  refuse,
  type Step,
  wait,
} from '../../model/step.ts';
import { refuseTags, unmarkSteps } from '../../model/tag-steps.ts';
import { tagsToSend } from '../../model/tags.ts';
import { canonicalRules, firewallHas, firewallWants, labelOf, statusFor } from './fields.ts';
import { deviceSteps } from './parts/devices.ts';
import type { Desired, Observed, Recorded } from './types.ts';

const LABEL_RULE =
  'is not a valid label of a firewall: 3 to 32 letters, digits, dashes, underscores and periods, with a letter or digit at both ends, and no two dashes, underscores or periods in a row; set spec.label';

/** Creates a firewall in one request. Its devices follow individually, so that an instance which
 *  cannot be added now holds no other, and a firewall that is to be disabled protects nothing
 *  before it is disabled. Source: firewalls#firewalls; firewalls#status. */
export function createFirewall(desired: Desired): readonly Step[] {
  const { spec, mark } = desired;
  const label = labelOf(desired);
  if (!FirewallLabel.safeParse(label).success)
    return [refuse('spec.label', `${label} ${LABEL_RULE}`)];
  if (spec.rules === undefined)
    return [refuse('spec.rules', 'are required to create a firewall, with both policies')];
  const { inbound, inboundPolicy, outbound, outboundPolicy } = spec.rules;
  const rules = {
    inbound: canonicalRules(inbound),
    inbound_policy: inboundPolicy,
    outbound: canonicalRules(outbound),
    outbound_policy: outboundPolicy,
  };
  const tags = mark === null ? undefined : tagsToSend(spec.tags, [], mark);
  const wants = changes(firewallWants(desired), {});
  const applied = among(
    wants,
    'label',
    'inbound',
    'inboundPolicy',
    'outbound',
    'outboundPolicy',
    ...(tags === undefined ? [] : ['tags']),
  );
  return [
    call('Create', post(firewalls.create.path, { label, rules, tags }), applied, {
      answers: 'item',
    }),
  ];
}

/** Returns the steps that bring the firewall to the spec: names, rules, removed instances,
 *  enforcement, added instances. A firewall that is enabled thus loses first the instances that
 *  would forbid it. The steps are independent, except that a disabled firewall is disabled before
 *  an instance is added. Source: firewalls#firewalls; firewalls#status. */
export function updateFirewall(
  desired: Desired,
  observed: Observed,
  recorded: Recorded,
): readonly Step[] {
  const { item } = observed;
  if (item.status === 'deleted') return [wait('the service to remove the deleted firewall')];
  const changed = changes(firewallWants(desired), firewallHas(item));
  const { removals, additions } = deviceSteps(desired, observed, recorded);
  const switched = enforce(item, among(changed, 'enforcement'));
  const off = switched.filter(({ verb }) => verb === 'Disable');
  return [
    ...settings(desired, item, changed),
    ...changeRules(
      desired,
      item,
      among(changed, 'inbound', 'inboundPolicy', 'outbound', 'outboundPolicy'),
    ),
    ...removals,
    ...switched,
    ...additions.map((step) => after(step, ...off)),
    ...refuseTags(desired.mark, changed),
  ];
}

function settings(
  { spec, mark }: Desired,
  item: Firewall,
  changed: readonly Change[],
): readonly Step[] {
  const [label] = among(changed, 'label');
  const tagged = mark === null ? [] : among(changed, 'tags', 'mark');
  const applied = [...tagged, ...(label === undefined ? [] : [label])];
  if (applied.length === 0) return [];
  const tags =
    mark === null || tagged.length === 0 ? undefined : tagsToSend(spec.tags, item.tags, mark);
  return [call('Update', put(one(item), { label: label?.to, tags }), applied, { answers: 'item' })];
}

/** Sends both directions and both policies after every change: the service's interpretation of
 *  missing members is unclear. Source: firewalls#rules. */
function changeRules(
  { spec }: Desired,
  item: Firewall,
  changed: readonly Change[],
): readonly Step[] {
  if (changed.length === 0 || spec.rules === undefined) return [];
  const body = {
    inbound: canonicalRules(spec.rules.inbound ?? item.rules.inbound),
    inbound_policy: spec.rules.inboundPolicy,
    outbound: canonicalRules(spec.rules.outbound ?? item.rules.outbound),
    outbound_policy: spec.rules.outboundPolicy,
  };
  const loses = 'traffic that the new rules do not allow is interrupted';
  const write = put(path(firewalls.replaceRules.path, { firewallId: item.id }), body);
  return [
    call('ReplaceRules', write, changed, {
      effect: 'disrupts',
      loses,
      answers: { member: 'rules' },
    }),
  ];
}

const SWITCH = {
  Enabled: { verb: 'Enable', loses: 'traffic that the rules do not allow is interrupted' },
  Disabled: { verb: 'Disable', loses: 'the rules no longer protect any instance' },
} as const;

function enforce(item: Firewall, changed: readonly Change[]): readonly Call[] {
  const to = changed[0]?.to;
  if (to !== 'Enabled' && to !== 'Disabled') return [];
  const { verb, loses } = SWITCH[to];
  return [
    call(verb, put(one(item), { status: statusFor(to) }), changed, {
      effect: 'disrupts',
      loses,
      answers: 'item',
    }),
  ];
}

const one = (item: Firewall): string => path(firewalls.update.path, { firewallId: item.id });

/** Returns the steps that delete the firewall; none while the service deletes it. Source:
 *  firewalls#delete. */
export function removeFirewall(_desired: Desired, { item }: Observed): readonly Step[] {
  if (item.status === 'deleted') return [];
  const loses = 'all instances lose the rules of the firewall';
  return [
    call('Delete', del(path(firewalls.delete.path, { firewallId: item.id })), [], {
      effect: 'disrupts',
      loses,
    }),
  ];
}

/** Removes the object's mark from a retained firewall. */
export const unmarkFirewall = ({ item }: Observed, mark: string): readonly Step[] =>
  unmarkSteps(one(item), item.tags, mark);
