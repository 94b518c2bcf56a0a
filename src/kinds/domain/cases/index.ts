import { CASE_MARK, type Case, type CaseTable } from '../../../model/case.ts';
import { domainAdmission } from './admission.ts';
import { creationCases } from './creation.ts';
import { needs, stages } from './fixtures.ts';

const item = {
  id: 51,
  domain: 'example.org',
  type: 'master',
  status: 'active',
  soa_email: 'hostmaster@example.org',
  master_ips: [],
  axfr_ips: [],
  description: '',
  group: '',
  expire_sec: 0,
  refresh_sec: 0,
  retry_sec: 0,
  ttl_sec: 0,
  tags: [CASE_MARK],
  created: '2018-01-02T03:04:05',
  updated: '2018-01-02T03:04:05',
};

const OTHER_MARK = 'k8s:00000000-0000-0000-0000-000000000000';
const PUT = '(PUT /domains/51)';

const fields: readonly Case[] = [
  { name: 'matching fields are left alone', plan: [] },
  {
    name: 'all that may change is changed by one request',
    source: 'dns#domains',
    keptBy: 'plan',
    spec: {
      soaEmail: 'dns@example.org',
      description: 'The shop',
      group: 'shops',
      axfrIps: ['198.51.100.1'],
      retrySec: 7200,
      tags: ['web'],
    },
    plan: [
      `Update ${PUT} tags: [] -> ["web"], soaEmail: hostmaster@example.org -> dns@example.org, axfrIps: [] -> ["198.51.100.1"], description:  -> The shop, group:  -> shops, retrySec: 14400 -> 7200`,
    ],
    sends: [
      {
        soa_email: 'dns@example.org',
        axfr_ips: ['198.51.100.1'],
        description: 'The shop',
        group: 'shops',
        retry_sec: 7200,
        tags: [CASE_MARK, 'web'],
      },
    ],
  },
  {
    name: 'fields that the spec does not name are not managed',
    item: { description: 'outside', group: 'outside', ttl_sec: 300, axfr_ips: ['198.51.100.1'] },
    plan: [],
  },
  {
    name: 'an empty list of transfers is applied',
    spec: { axfrIps: [] },
    item: { axfr_ips: ['198.51.100.1'] },
    plan: [`Update ${PUT} axfrIps: ["198.51.100.1"] -> []`],
  },
  {
    name: 'addresses are a set in one spelling',
    source: 'dns#domains',
    keptBy: 'canonical',
    spec: { axfrIps: ['2001:DB8:0::1', '198.51.100.1', '2001:db8::1'] },
    item: { axfr_ips: ['198.51.100.1', '2001:db8::1'] },
    plan: [],
  },
  {
    name: 'a name is the same in either case',
    source: 'dns#domains',
    keptBy: 'canonical',
    spec: { domain: 'Example.ORG.' },
    plan: [],
  },
  {
    name: 'a text that is null is empty',
    source: 'dns#domains',
    keptBy: 'canonical',
    spec: { description: 'The shop' },
    item: { description: null, group: null },
    plan: [`Update ${PUT} description:  -> The shop`],
  },
  {
    name: 'a clone carries the mark of its source no longer',
    item: { tags: [OTHER_MARK] },
    plan: [`Update ${PUT} mark: ${OTHER_MARK} -> ${CASE_MARK}`],
    sends: [{ tags: [CASE_MARK] }],
  },
  {
    name: 'a credential that may not tag refuses tags',
    source: 'tags#assign',
    keptBy: 'refuse',
    mayTag: false,
    spec: { tags: ['web'] },
    plan: [
      'refuse spec.tags: the user of this credential cannot write tags: use a credential of an unrestricted user, or remove the tags',
    ],
  },
  {
    name: 'a domain is not renamed',
    source: 'dns#domains',
    keptBy: 'refuse',
    item: { domain: 'example.net' },
    plan: [
      'refuse spec.domain: the name of a domain cannot change (is example.net): create a new domain with spec.source.domainRef',
    ],
  },
  {
    name: 'a slave does not become a master',
    source: 'dns#domains',
    keptBy: 'refuse',
    item: { type: 'slave' },
    plan: [
      'refuse spec.type: a slave cannot become a master, because its records could be lost: create a new domain',
    ],
  },
];

const times: readonly Case[] = [
  {
    name: 'times are rounded up before they are sent',
    source: 'dns#times',
    keptBy: 'canonical',
    spec: { expireSec: 604_801, refreshSec: 1, retrySec: 3601, ttlSec: 301 },
    plan: [
      `Update ${PUT} refreshSec: 14400 -> 300, retrySec: 14400 -> 7200, ttlSec: 86400 -> 3600`,
    ],
    sends: [{ refresh_sec: 300, retry_sec: 7200, ttl_sec: 3600 }],
  },
  {
    name: 'the longest time stays',
    source: 'dns#times',
    keptBy: 'canonical',
    spec: { expireSec: 2_419_200 },
    item: { expire_sec: 2_419_200 },
    plan: [],
  },
  {
    name: 'a default that is written out is the 0 of the account',
    source: 'dns#times',
    keptBy: 'canonical',
    spec: { expireSec: 1_209_600, refreshSec: 14_400, retrySec: 14_400, ttlSec: 86_400 },
    plan: [],
  },
  {
    name: 'the 0 of the spec is a default that is written out',
    source: 'dns#times',
    keptBy: 'canonical',
    spec: { expireSec: 0, refreshSec: 0, retrySec: 0, ttlSec: 0 },
    item: { expire_sec: 1_209_600, refresh_sec: 14_400, retry_sec: 14_400, ttl_sec: 86_400 },
    plan: [],
  },
  {
    name: '0 is sent as it is',
    source: 'dns#times',
    keptBy: 'canonical',
    spec: { ttlSec: 0 },
    item: { ttl_sec: 300 },
    plan: [`Update ${PUT} ttlSec: 300 -> 86400`],
    sends: [{ ttl_sec: 0 }],
  },
  {
    name: '30 and 120 are sent as they are',
    source: 'dns#times',
    keptBy: 'canonical',
    spec: { ttlSec: 30, retrySec: 120 },
    plan: [`Update ${PUT} retrySec: 14400 -> 120, ttlSec: 86400 -> 30`],
    sends: [{ retry_sec: 120, ttl_sec: 30 }],
  },
];

const states: readonly Case[] = [
  {
    name: 'is disabled',
    source: 'dns#status',
    keptBy: 'plan',
    spec: { publication: 'Disabled' },
    plan: [`Disable ${PUT} publication: Active -> Disabled`],
    sends: [{ status: 'disabled' }],
  },
  {
    name: 'is enabled',
    source: 'dns#status',
    keptBy: 'plan',
    spec: { publication: 'Active' },
    item: { status: 'disabled' },
    plan: [`Enable ${PUT} publication: Disabled -> Active`],
  },
  {
    name: 'a publication that is not named is not managed',
    item: { status: 'disabled' },
    plan: [],
    health: { ready: false, reason: 'Disabled', stalled: true },
  },
  {
    name: "the service's own spelling is not a difference",
    source: 'dns#status',
    keptBy: 'canonical',
    spec: { publication: 'Active' },
    item: { status: 'has_errors' },
    plan: [],
  },
  {
    name: 'active is ready',
    source: 'dns#status',
    keptBy: 'health',
    health: { ready: true, reason: 'Active' },
  },
  {
    name: 'disabled waits for a user where the spec does not set it',
    item: { status: 'disabled' },
    health: { ready: false, reason: 'Disabled', stalled: true },
  },
  {
    name: 'disabled is on its way where it is to be otherwise',
    spec: { publication: 'Active' },
    item: { status: 'disabled' },
    health: { ready: false, reason: 'Disabled' },
  },
  {
    name: 'disabled is ready when the spec asks for it',
    source: 'dns#status',
    keptBy: 'health',
    spec: { publication: 'Disabled' },
    item: { status: 'disabled' },
    health: { ready: true, reason: 'Disabled' },
  },
  {
    name: 'a zone in edit mode is not ready',
    source: 'dns#status',
    keptBy: 'health',
    item: { status: 'edit_mode' },
    health: { ready: false, reason: 'EditMode' },
  },
  {
    name: 'a zone with errors is not ready',
    source: 'dns#status',
    keptBy: 'health',
    item: { status: 'has_errors', errors: 'No NS record.' },
    health: { ready: false, reason: 'HasErrors', stalled: true },
  },
];

const ends: readonly Case[] = [
  {
    name: 'is deleted with its records',
    source: 'dns#delete',
    keptBy: 'plan',
    deleting: true,
    plan: ['Delete (DELETE /domains/51)'],
  },
  {
    name: 'stays without its mark',
    retaining: true,
    item: { tags: [CASE_MARK, 'web'] },
    plan: [`Unmark ${PUT} mark: ${CASE_MARK} -> null`],
    sends: [{ tags: ['web'] }],
  },
];

/** Behaviour of a Domain, row by row. */
export const domainCases: CaseTable = {
  spec: { domain: 'example.org', type: 'master', soaEmail: 'hostmaster@example.org' },
  item,
  needs,
  stages,
  cases: [...creationCases, ...fields, ...times, ...states, ...ends, ...domainAdmission],
};
