import { Domain, domains } from '../../api/domains.ts';
import { defineKind } from '../../model/kind.ts';
import { canonicalName, domainManifest, domainWants, nameOf } from './fields.ts';
import { zoneFileOf } from './parts/zone-file.ts';
import { createDomain, removeDomain, unmarkDomain, updateDomain } from './plan.ts';
import { domainHealth, reportDomain } from './report.ts';
import { RULES } from './rules.ts';
import { DomainSpec } from './spec.ts';
import { DomainStatus } from './status.ts';

/** A DNS zone. Source: dns#domains. */
export const domain = defineKind({
  kind: 'Domain',
  plural: 'domains',
  shortNames: ['cidom'],
  summary: 'A DNS zone: a master whose records are DnsRecords, or a copy of another server.',
  spec: DomainSpec,
  status: DomainStatus,
  rules: RULES,
  immutable: ['domain', 'type', 'source'],
  requiredToCreate: ['domain'],
  createOnly: ['source'],
  columns: [
    { name: 'Domain', type: 'string', path: '.status.domain' },
    { name: 'Type', type: 'string', path: '.status.type' },
  ],
  refs: [
    {
      path: 'source.domainRef',
      kind: 'Domain',
      by: 'name',
      take: 'id',
      neededFor: 'create',
    },
  ],
  secretRefs: [],
  holdsData: true,
  deletion: 'Retain',
  loss: 'Hold',
  deletionAction: 'dns_zone_delete',
  scopes: domains.create.scopes,
  grant: domains.create.grant,
  item: Domain,
  collection: () => domains.list.path,
  details: () => ({}),
  key: nameOf,
  keyOf: (item) => canonicalName(item.domain),
  uniqueBeyond: {
    field: 'domain',
    advice:
      'Another account has this zone, and zone names are unique on the platform: ask the other account to release it, or set another name in spec.domain.',
  },
  wants: domainWants,
  create: createDomain,
  update: updateDomain,
  remove: removeDomain,
  unmark: unmarkDomain,
  requests: {},
  answers: {
    ReadZoneFile: { does: 'Reads the zone as the nameservers have it.', read: zoneFileOf },
  },
  health: domainHealth,
  report: reportDomain,
  manifest: domainManifest,
});
