import { type Domain, domains } from '../../api/domains.ts';
import { path } from '../../api/endpoint.ts';
import { del, put } from '../../model/request.ts';
import { wireFields } from '../../model/spelling.ts';
import { among, type Change, call, changes, refuse, type Step } from '../../model/step.ts';
import { tagsToSend, tagsWithout } from '../../model/tags.ts';
import { domainHas, domainWants, timesOf } from './fields.ts';
import type { Seen, Wish } from './terms.ts';

const PLAIN = ['soaEmail', 'masterIps', 'axfrIps', 'description', 'group', 'expireSec', 'refreshSec', 'retrySec', 'ttlSec'] as const;

/** Steps that bring the domain to the spec: one request for what may change, then its status; refusals last. Source: dns#domains. */
export function updateDomain(desired: Wish, { item }: Seen): readonly Step[] {
  const changed = changes(domainWants(desired), domainHas(item));
  return [...settings(desired, item, changed), ...publish(item, among(changed, 'status')), ...refusals(desired, item, changed)];
}

function settings(desired: Wish, item: Domain, changed: readonly Change[]): readonly Step[] {
  const { spec, mark } = desired;
  const tagged = mark === null ? [] : among(changed, 'tags', 'mark');
  const plain = among(changed, ...PLAIN);
  if (tagged.length + plain.length === 0) return [];
  const times: Readonly<Record<string, unknown>> = timesOf(desired);
  const body = Object.fromEntries(plain.map(({ field, to }) => [field, times[field] ?? to]));
  const tags = mark === null || tagged.length === 0 ? undefined : tagsToSend(spec.tags, item.tags, mark);
  return [call('Update', put(one(item), wireFields({ ...body, tags })), [...tagged, ...plain], { answers: 'item' })];
}

function publish(item: Domain, changed: readonly Change[]): readonly Step[] {
  const to = changed[0]?.to;
  if (to === undefined) return [];
  const write = put(one(item), { status: to });
  if (to !== 'disabled') return [call('Enable', write, changed, { answers: 'item' })];
  return [call('Disable', write, changed, { effect: 'disrupts', loses: 'the zone is not published any more', answers: 'item' })];
}

function refusals({ mark }: Wish, item: Domain, changed: readonly Change[]): readonly Step[] {
  const [tags] = mark === null ? among(changed, 'tags') : [];
  const [domain] = among(changed, 'domain');
  const [type] = among(changed, 'type');
  return [
    ...(tags ? [refuse('spec.tags', 'this credential may not tag: use one of an unrestricted user, or leave the tags out', tags)] : []),
    ...(domain
      ? [refuse('spec.domain', `a domain is not renamed (is ${item.domain}): make a new one with spec.source.cloneOf`, domain)]
      : []),
    ...(type
      ? [refuse('spec.type', `a ${item.type} does not become a ${String(type.to)}, its records could be lost: make a new domain`, type)]
      : []),
  ];
}

const one = (item: Domain): string => path(domains.update.path, { domainId: item.id });

/** Source: dns#delete. */
export function removeDomain(_desired: Wish, { item }: Seen): readonly Step[] {
  const loses = 'all records of the domain, which leaves the nameservers shortly after; this cannot be undone';
  return [call('Delete', del(path(domains.delete.path, { domainId: item.id })), [], { effect: 'destroys', loses })];
}

/** Takes the object's mark off a domain that stays in the account. */
export function unmarkDomain({ item }: Seen, mark: string): readonly Step[] {
  if (!item.tags.includes(mark)) return [];
  const write = put(one(item), { tags: tagsWithout(mark, item.tags) });
  return [call('Unmark', write, [{ field: 'mark', from: mark, to: null }], { answers: 'item' })];
}
