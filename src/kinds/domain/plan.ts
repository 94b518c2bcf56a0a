import { type Domain, DomainName, domains } from '../../api/domains.ts';
import { path } from '../../api/endpoint.ts';
import { del, post, put } from '../../model/request.ts';
import { wireFields } from '../../model/spelling.ts';
import {
  among,
  type Change,
  call,
  changes,
  refuse,
  refuseChange,
  type Step,
} from '../../model/step.ts';
import { refuseTags, unmarkSteps } from '../../model/tag-steps.ts';
import { tagsToSend } from '../../model/tags.ts';
import { domainHas, domainWants, nameOf, statusFor, timesOf } from './fields.ts';
import { byCopying, byTransfer } from './parts/source.ts';
import type { Desired, Observed } from './types.ts';

/** Creates a domain in one request: by its fields, by zone transfer, or as a copy. Bodies of the
 *  last two accept only names; other fields follow as an update. Source: dns#domains;
 *  dns#import-and-clone.
 *  @param siblings the domains of the account. */
export function createDomain(desired: Desired, siblings: readonly Domain[]): readonly Step[] {
  const { spec } = desired;
  const domain = nameOf(desired);
  if (!DomainName.safeParse(domain).success)
    return [refuse('spec.domain', 'is required to create a domain, and must be a domain name')];
  switch (spec.source?.kind) {
    case 'Domain':
      return byCopying(desired, domain, siblings);
    case 'Nameserver':
      return byTransfer(desired, domain);
    case undefined:
      return bySaying(desired, domain);
  }
}

function bySaying(desired: Desired, domain: string): readonly Step[] {
  const { spec, mark } = desired;
  const { type, publication, soaEmail, description, group } = spec;
  if (type === undefined)
    return [refuse('spec.type', 'is required to create a domain: master or slave')];
  if (type === 'master' && soaEmail === undefined)
    return [refuse('spec.soaEmail', 'is required for a master')];
  if (type === 'slave' && (spec.masterIps ?? []).length === 0)
    return [refuse('spec.masterIps', 'a slave needs at least one master to copy')];
  const wants = domainWants(desired);
  const tags = mark === null ? undefined : tagsToSend(spec.tags, [], mark);
  const lists = { masterIps: wants['masterIps'], axfrIps: wants['axfrIps'] };
  const body = wireFields({
    domain,
    type,
    status: publication && statusFor(publication),
    soaEmail,
    ...lists,
    description,
    group,
    ...timesOf(desired),
    tags,
  });
  const { tags: ownTags, mark: _, ...others } = wants;
  const applied = changes(
    { ...(tags === undefined || ownTags === undefined ? {} : { tags: ownTags }), ...others },
    {},
  );
  return [call('Create', post(domains.create.path, body), applied, { answers: 'item' })];
}

const PLAIN = [
  'soaEmail',
  'masterIps',
  'axfrIps',
  'description',
  'group',
  'expireSec',
  'refreshSec',
  'retrySec',
  'ttlSec',
] as const;

/** Returns the steps that bring the domain to the spec: one request for changeable fields, then the
 *  publication; refusals last. Source: dns#domains. */
export function updateDomain(desired: Desired, { item }: Observed): readonly Step[] {
  const changed = changes(domainWants(desired), domainHas(item));
  return [
    ...settings(desired, item, changed),
    ...publish(item, among(changed, 'publication')),
    ...refusals(desired, item, changed),
  ];
}

function settings(desired: Desired, item: Domain, changed: readonly Change[]): readonly Step[] {
  const { spec, mark } = desired;
  const tagged = mark === null ? [] : among(changed, 'tags', 'mark');
  const plain = among(changed, ...PLAIN);
  if (tagged.length + plain.length === 0) return [];
  const times: Readonly<Record<string, unknown>> = timesOf(desired);
  const body = Object.fromEntries(plain.map(({ field, to }) => [field, times[field] ?? to]));
  const tags =
    mark === null || tagged.length === 0 ? undefined : tagsToSend(spec.tags, item.tags, mark);
  return [
    call('Update', put(one(item), wireFields({ ...body, tags })), [...tagged, ...plain], {
      answers: 'item',
    }),
  ];
}

function publish(item: Domain, changed: readonly Change[]): readonly Step[] {
  const to = changed[0]?.to;
  if (to !== 'Active' && to !== 'Disabled') return [];
  const write = put(one(item), { status: statusFor(to) });
  if (to === 'Active') return [call('Enable', write, changed, { answers: 'item' })];
  return [
    call('Disable', write, changed, {
      effect: 'disrupts',
      loses: 'the zone is no longer published',
      answers: 'item',
    }),
  ];
}

const refusals = ({ mark }: Desired, item: Domain, changed: readonly Change[]): readonly Step[] => [
  ...refuseTags(mark, changed),
  ...refuseChange(
    changed,
    'domain',
    () =>
      `the name of a domain cannot change (is ${item.domain}): create a new domain with spec.source.domainRef`,
  ),
  ...refuseChange(
    changed,
    'type',
    ({ to }) =>
      `a ${item.type} cannot become a ${String(to)}, because its records could be lost: create a new domain`,
  ),
];

const one = (item: Domain): string => path(domains.update.path, { domainId: item.id });

/** Returns the steps that delete the domain. Source: dns#delete. */
export function removeDomain(_desired: Desired, { item }: Observed): readonly Step[] {
  const loses =
    'all records of the domain, which the nameservers drop shortly afterwards; this cannot be undone';
  return [
    call('Delete', del(path(domains.delete.path, { domainId: item.id })), [], {
      effect: 'destroys',
      loses,
    }),
  ];
}

/** Removes the object's mark from a retained domain. */
export const unmarkDomain = ({ item }: Observed, mark: string): readonly Step[] =>
  unmarkSteps(one(item), item.tags, mark);
