import { type Domain, domains } from '../../../api/domains.ts';
import { path } from '../../../api/endpoint.ts';
import { post } from '../../../model/request.ts';
import { among, call, changes, refuse, type Step, wait } from '../../../model/step.ts';
import { domainWants } from '../fields.ts';
import type { Desired } from '../types.ts';

/** Creates a domain as a copy of another one. Source: dns#import-and-clone.
 *  @param domain its name   @param siblings the domains of the account */
export function byCopying(
  desired: Desired,
  domain: string,
  siblings: readonly Domain[],
): readonly Step[] {
  const { source: { domainRef } = {}, type } = desired.spec;
  const domainId = domainRef?.id;
  if (domainId === undefined) return [wait('the domain to copy, which has no id yet')];
  const source = siblings.find(({ id }) => id === domainId);
  if (source !== undefined && type !== undefined && type !== source.type) {
    return [
      refuse(
        'spec.type',
        `a copy has the type of its source, and domain ${domainId} is a ${source.type}`,
      ),
    ];
  }
  return [
    call(
      'Clone',
      post(path(domains.clone.path, { domainId }), { domain }),
      among(changes(domainWants(desired), {}), 'domain'),
      { answers: 'item', leansOn: 'the domain that is copied' },
    ),
  ];
}

/** Creates a domain from the zone of a nameserver. Source: dns#import-and-clone.
 *  @param domain its name */
export function byTransfer(desired: Desired, domain: string): readonly Step[] {
  const remoteNameserver = desired.spec.source?.remoteNameserver;
  if (remoteNameserver === undefined)
    return [refuse('spec.source.remoteNameserver', 'is required with kind Nameserver')];
  const body = { domain, remote_nameserver: remoteNameserver };
  const wants = among(changes(domainWants(desired), {}), 'domain');
  return [call('Import', post(domains.import.path, body), wants, { answers: 'item' })];
}
