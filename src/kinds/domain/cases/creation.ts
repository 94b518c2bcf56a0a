import { CASE_MARK, type Case } from '../../../model/case.ts';

const TYPE = 'type: master, soaEmail: hostmaster@example.org';
const least = { domain: 'example.org', type: 'master', soa_email: 'hostmaster@example.org' };
const copied = { type: undefined, soaEmail: undefined };

/** Creation of a Domain. */
export const creationCases: readonly Case[] = [
  {
    name: 'a master is made',
    source: 'dns#domains',
    keptBy: 'plan',
    item: null,
    plan: [`Create (POST /domains) domain: example.org, ${TYPE}`],
    sends: [{ ...least, tags: [CASE_MARK] }],
  },
  {
    name: 'a slave is made',
    source: 'dns#domains',
    keptBy: 'plan',
    item: null,
    spec: { type: 'slave', soaEmail: undefined, masterIps: ['198.51.100.2', '198.51.100.1'] },
    plan: [
      'Create (POST /domains) domain: example.org, type: slave, masterIps: ["198.51.100.1","198.51.100.2"]',
    ],
    sends: [
      {
        domain: 'example.org',
        type: 'slave',
        master_ips: ['198.51.100.1', '198.51.100.2'],
        tags: [CASE_MARK],
      },
    ],
  },
  {
    name: 'is made with all its fields',
    source: 'dns#domains',
    keptBy: 'plan',
    item: null,
    spec: {
      domain: 'Example.org.',
      publication: 'Disabled',
      axfrIps: ['2001:DB8::1'],
      description: 'The shop',
      group: 'shops',
      expireSec: 1_000_000,
      refreshSec: 0,
      retrySec: 120,
      ttlSec: 3600,
      tags: ['web'],
    },
    plan: [
      `Create (POST /domains) tags: ["web"], domain: example.org, type: master, publication: Disabled, soaEmail: hostmaster@example.org, axfrIps: ["2001:db8::1"], description: The shop, group: shops, expireSec: 1209600, refreshSec: 14400, retrySec: 120, ttlSec: 3600`,
    ],
    sends: [
      {
        ...least,
        status: 'disabled',
        axfr_ips: ['2001:db8::1'],
        description: 'The shop',
        group: 'shops',
        expire_sec: 1_209_600,
        refresh_sec: 0,
        retry_sec: 120,
        ttl_sec: 3600,
        tags: [CASE_MARK, 'web'],
      },
    ],
  },
  {
    name: 'is made without tags by a credential that may not tag',
    source: 'tags#assign',
    keptBy: 'plan',
    item: null,
    mayTag: false,
    spec: { tags: ['web'] },
    plan: [`Create (POST /domains) domain: example.org, ${TYPE}`],
    sends: [least],
    ends: 'refused',
  },
  {
    name: 'is imported from another server; other fields follow',
    source: 'dns#import-and-clone',
    keptBy: 'plan',
    item: null,
    spec: {
      ...copied,
      tags: ['web'],
      ttlSec: 300,
      source: { kind: 'Nameserver', remoteNameserver: 'ns1.example.net' },
    },
    plan: ['Import (POST /domains/import) domain: example.org'],
    sends: [{ domain: 'example.org', remote_nameserver: 'ns1.example.net' }],
    ends: 'refused',
  },
  {
    name: 'is created as a copy; other fields follow',
    source: 'dns#import-and-clone',
    keptBy: 'plan',
    item: null,
    spec: { ...copied, tags: ['web'], source: { kind: 'Domain', domainRef: { id: 5 } } },
    plan: ['Clone (POST /domains/5/clone) domain: example.org'],
    sends: [{ domain: 'example.org' }],
  },
  {
    name: 'a copy of a domain that is not created yet waits',
    item: null,
    spec: { ...copied, source: { kind: 'Domain', domainRef: { name: 'other' } } },
    plan: ['wait for the domain to copy, which has no id yet'],
  },
];
