import { path } from '../../api/endpoint.ts';
import { type Firewall, firewalls } from '../../api/firewalls.ts';
import { after } from '../../model/chain.ts';
import { del, put } from '../../model/request.ts';
import { among, type Call, type Change, call, changes, refuse, type Step, wait } from '../../model/step.ts';
import { tagsToSend, tagsWithout } from '../../model/tags.ts';
import { canonicalRules } from './canonical.ts';
import { deviceSteps } from './devices.ts';
import { firewallHas, firewallWants } from './fields.ts';
import type { Past, Seen, Wish } from './terms.ts';

/** Steps that bring the firewall to the spec: names, rules, what leaves it, its status, what comes behind it, so that one that is enabled first loses
 *  those that would forbid it. Each stands alone, but that a firewall that is wished disabled is that before it gets an instance. Source: firewalls#firewalls; firewalls#status. */
export function updateFirewall(desired: Wish, seen: Seen, recorded: Past): readonly Step[] {
  const { item } = seen;
  if (item.status === 'deleted') return [wait('the service to forget the firewall, which was deleted')];
  const changed = changes(firewallWants(desired), firewallHas(item));
  const { removals, additions } = deviceSteps(desired, seen, recorded);
  const switched = status(item, among(changed, 'status'));
  const off = switched.filter(({ verb }) => verb === 'Disable');
  return [
    ...settings(desired, item, changed),
    ...rules(desired, item, among(changed, 'inbound', 'inboundPolicy', 'outbound', 'outboundPolicy')),
    ...removals,
    ...switched,
    ...additions.map((step) => after(step, ...off)),
    ...refusals(desired, changed),
  ];
}

function settings({ spec, mark }: Wish, item: Firewall, changed: readonly Change[]): readonly Step[] {
  const [label] = among(changed, 'label');
  const tagged = mark === null ? [] : among(changed, 'tags', 'mark');
  const said = [...tagged, ...(label === undefined ? [] : [label])];
  if (said.length === 0) return [];
  const tags = mark === null || tagged.length === 0 ? undefined : tagsToSend(spec.tags, item.tags, mark);
  return [call('Update', put(one(item), { label: label?.to, tags }), said, { answers: 'item' })];
}

/** Both sides and both policies are sent, whatever changed: what is left out is the service's to interpret. Source: firewalls#rules. */
function rules({ spec }: Wish, item: Firewall, changed: readonly Change[]): readonly Step[] {
  if (changed.length === 0 || spec.rules === undefined) return [];
  const body = {
    inbound: canonicalRules(spec.rules.inbound ?? item.rules.inbound),
    inbound_policy: spec.rules.inboundPolicy,
    outbound: canonicalRules(spec.rules.outbound ?? item.rules.outbound),
    outbound_policy: spec.rules.outboundPolicy,
  };
  const loses = 'traffic that the new rules do not let through is cut off';
  const write = put(path(firewalls.replaceRules.path, { firewallId: item.id }), body);
  return [call('ReplaceRules', write, changed, { effect: 'disrupts', loses, answers: { member: 'rules' } })];
}

const STATUS = {
  enabled: { verb: 'Enable', loses: 'traffic that the rules do not let through is cut off' },
  disabled: { verb: 'Disable', loses: 'the rules protect nothing any more' },
} as const;

function status(item: Firewall, changed: readonly Change[]): readonly Call[] {
  const to = changed[0]?.to;
  if (to !== 'enabled' && to !== 'disabled') return [];
  const { verb, loses } = STATUS[to];
  return [call(verb, put(one(item), { status: to }), changed, { effect: 'disrupts', loses, answers: 'item' })];
}

function refusals({ mark }: Wish, changed: readonly Change[]): readonly Step[] {
  const [tags] = mark === null ? among(changed, 'tags') : [];
  return tags === undefined
    ? []
    : [refuse('spec.tags', 'this credential may not tag: use one of an unrestricted user, or leave the tags out', tags)];
}

const one = (item: Firewall): string => path(firewalls.update.path, { firewallId: item.id });

/** Steps that delete the firewall; none while the service forgets it. Source: firewalls#delete. */
export function removeFirewall(_desired: Wish, { item }: Seen): readonly Step[] {
  if (item.status === 'deleted') return [];
  const loses = 'the rules leave all instances of the firewall';
  return [call('Delete', del(path(firewalls.delete.path, { firewallId: item.id })), [], { effect: 'disrupts', loses })];
}

/** Takes the object's mark off a firewall that stays in the account. */
export function unmarkFirewall({ item }: Seen, mark: string): readonly Step[] {
  if (!item.tags.includes(mark)) return [];
  const write = put(one(item), { tags: tagsWithout(mark, item.tags) });
  return [call('Unmark', write, [{ field: 'mark', from: mark, to: null }], { answers: 'item' })];
}
