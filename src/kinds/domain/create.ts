import { type Domain, DomainName, domains } from '../../api/domains.ts';
import { path } from '../../api/endpoint.ts';
import { post } from '../../model/request.ts';
import { wireFields } from '../../model/spelling.ts';
import { among, call, changes, refuse, type Step, wait } from '../../model/step.ts';
import { tagsToSend } from '../../model/tags.ts';
import { domainWants, nameOf, timesOf } from './fields.ts';
import type { Wish } from './terms.ts';

/** The one request that brings a domain into being: by its fields, by zone transfer, or as a copy; bodies of the last two take nothing but names, what
 *  else is wished follows as an update.
 *  @param siblings the domains of the account. Source: dns#domains; dns#import-and-clone. */
export function createDomain(desired: Wish, siblings: readonly Domain[]): readonly Step[] {
  const { spec } = desired;
  const domain = nameOf(desired);
  if (!DomainName.safeParse(domain).success) return [refuse('spec.domain', 'is needed to create a domain, and has to be the name of one')];
  const wants = changes(domainWants(desired), {});
  if (spec.source?.cloneOf !== undefined) {
    const { domainId } = spec.source.cloneOf;
    if (domainId === undefined) return [wait('the domain to copy, which has no id yet')];
    const source = siblings.find(({ id }) => id === domainId);
    if (source !== undefined && spec.type !== undefined && spec.type !== source.type) {
      return [refuse('spec.type', `a copy has the type of its source, and domain ${domainId} is a ${source.type}`)];
    }
    return [
      call('Clone', post(path(domains.clone.path, { domainId }), { domain }), among(wants, 'domain'), {
        answers: 'item',
        leansOn: 'the domain that is copied',
      }),
    ];
  }
  if (spec.source?.import !== undefined) {
    const body = { domain, remote_nameserver: spec.source.import.remoteNameserver };
    return [call('Import', post(domains.import.path, body), among(wants, 'domain'), { answers: 'item' })];
  }
  return bySaying(desired, domain);
}

function bySaying(desired: Wish, domain: string): readonly Step[] {
  const { spec, mark } = desired;
  const { type, status, soaEmail, description, group } = spec;
  if (type === undefined) return [refuse('spec.type', 'is needed to create a domain: master or slave')];
  if (type === 'master' && soaEmail === undefined) return [refuse('spec.soaEmail', 'is needed for a master')];
  if (type === 'slave' && (spec.masterIps ?? []).length === 0)
    return [refuse('spec.masterIps', 'a slave needs at least one master to copy')];
  const wants = domainWants(desired);
  const tags = mark === null ? undefined : tagsToSend(spec.tags, [], mark);
  const lists = { masterIps: wants['masterIps'], axfrIps: wants['axfrIps'] };
  const body = wireFields({ domain, type, status, soaEmail, ...lists, description, group, ...timesOf(desired), tags });
  const { tags: wished, mark: _, ...others } = wants;
  const said = changes({ ...(tags === undefined || wished === undefined ? {} : { tags: wished }), ...others }, {});
  return [call('Create', post(domains.create.path, body), said, { answers: 'item' })];
}
