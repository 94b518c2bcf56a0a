import { Domain, domains } from '../../api/domains.ts';
import { path } from '../../api/endpoint.ts';
import { DomainRecord, records } from '../../api/records.ts';
import { defineKind } from '../../model/kind.ts';
import {
  answersTheSame,
  desiredKey,
  domainIdOf,
  keyOfItem,
  recordHas,
  recordManifest,
  recordWants,
  storedName,
  storedNamesOf,
  zoneOf,
} from './fields.ts';
import { neighboursInTheWay } from './parts/neighbours.ts';
import { createRecord, removeRecord, updateRecord } from './plan.ts';
import { recordHealth, reportRecord } from './report.ts';
import { RULES } from './rules.ts';
import { DnsRecordSpec } from './spec.ts';
import { DnsRecordStatus } from './status.ts';

const ofDomain = {
  path: 'domainRef',
  kind: 'Domain',
  by: 'name',
  neededFor: 'create',
  holds: true,
} as const;
const ofInstance = {
  path: 'targetFrom.instanceRef',
  into: '/target',
  kind: 'Instance',
  by: 'name',
  neededFor: 'create',
} as const;

/** A record of a DNS zone; its items carry no tags. Source: dns#records. */
export const dnsRecord = defineKind({
  kind: 'DnsRecord',
  plural: 'dnsrecords',
  shortNames: ['cidns'],
  summary: 'A record of a Domain; it can follow the address of an Instance.',
  spec: DnsRecordSpec,
  status: DnsRecordStatus,
  rules: RULES,
  immutable: ['domainRef', 'type'],
  requiredToCreate: [],
  createOnly: [],
  columns: [
    { name: 'Type', type: 'string', path: '.status.type' },
    { name: 'FQDN', type: 'string', path: '.status.fqdn' },
    { name: 'Target', type: 'string', path: '.status.target' },
  ],
  refs: [
    { ...ofDomain, take: 'domain' },
    { ...ofDomain, take: 'id' },
    { ...ofInstance, take: 'ipv4', when: { field: 'type', is: 'A' } },
    { ...ofInstance, take: 'ipv6', when: { field: 'type', is: 'AAAA' } },
  ],
  secretRefs: [],
  holdsData: false,
  deletion: 'Delete',
  loss: 'Recreate',
  scopes: records.create.scopes,
  item: DomainRecord,
  collection: (desired) => path(records.list.path, { domainId: domainIdOf(desired) ?? 0 }),
  parent: (desired) => ({
    items: { path: domains.list.path, schema: Domain, paged: true },
    id: domainIdOf(desired) ?? 0,
    deletionAction: 'dns_zone_delete',
  }),
  formerParent: {
    field: 'domainRef',
    idIn: ({ domainId }) => domainId ?? null,
    within: (desired, id) => ({
      ...desired,
      spec: { ...desired.spec, domainRef: { ...desired.spec.domainRef, id } },
    }),
  },
  details: () => ({}),
  key: desiredKey,
  keyOf: keyOfItem,
  shares: { storedName, namesOf: storedNamesOf, name: answersTheSame },
  wants: recordWants,
  create: createRecord,
  update: updateRecord,
  inTheWay: (desired, item, others) =>
    neighboursInTheWay(desired, others, recordHas(item, zoneOf(desired))),
  remove: removeRecord,
  unmark: () => [],
  requests: {},
  health: recordHealth,
  report: reportRecord,
  manifest: recordManifest,
});
