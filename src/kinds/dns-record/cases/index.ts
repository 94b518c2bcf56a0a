import type { Case, CaseTable } from '../../../model/case.ts';
import { dnsRecordAdmission } from './admission.ts';
import { creationCases } from './creation.ts';
import { needs, stages } from './fixtures.ts';

const item = {
  id: 61,
  type: 'A',
  name: 'www',
  target: '198.51.100.1',
  ttl_sec: 0,
  priority: 0,
  weight: 0,
  port: 0,
  service: null,
  protocol: null,
  tag: null,
  created: '2018-01-02T03:04:05',
  updated: '2018-01-02T03:04:05',
};

const UPDATE = 'Update (PUT /domains/51/records/61)';

/** The fields of a type, in the spec and as stored. */
const srv = {
  type: 'SRV',
  name: undefined,
  target: 'sip',
  service: 'sip',
  protocol: 'tcp',
  priority: 10,
  weight: 5,
  port: 5060,
};
const storedSrv = {
  type: 'SRV',
  name: '_sip._tcp',
  target: 'sip.example.org',
  service: 'sip',
  protocol: 'tcp',
  priority: 10,
  weight: 5,
  port: 5060,
};
const host = (type: string, target: string) => ({ type, name: 'www', target });

const same = (name: string, source: string, spec: object, stored: object): Case => ({
  name,
  source,
  keptBy: 'canonical',
  spec: spec as Record<string, unknown>,
  item: stored as Record<string, unknown>,
  plan: [],
});

const spellings: readonly Case[] = [
  { name: 'matching fields are left alone', plan: [] },
  same(
    'a name may be written out',
    'dns#stored-forms',
    { name: 'www.Example.org.' },
    { name: 'www' },
  ),
  same(
    'the name in the account may be written out',
    'dns#stored-forms',
    {},
    { name: 'www.example.org' },
  ),
  same('@ is the domain itself', 'dns#stored-forms', { name: '@' }, { name: '' }),
  same(
    'the name of the domain is the domain itself',
    'dns#stored-forms',
    { name: 'example.org' },
    { name: '' },
  ),
  same('a name is the same in either case', 'dns#stored-forms', { name: 'WWW' }, { name: 'www' }),
  same(
    'IPv6 is the same however it is written',
    'dns#stored-forms',
    host('AAAA', '2001:DB8:0::1'),
    host('AAAA', '2001:db8::1'),
  ),
  same(
    'the period behind a host does not count',
    'dns#stored-forms',
    host('CNAME', 'Shop.example.net.'),
    host('CNAME', 'shop.example.net'),
  ),
  same(
    'nor does that in the account',
    'dns#stored-forms',
    host('NS', 'ns1.example.net'),
    host('NS', 'ns1.example.net.'),
  ),
  same(
    'one label is a host of the domain',
    'dns#stored-forms',
    host('MX', 'mail'),
    host('MX', 'mail.example.org'),
  ),
  same(
    'one label with a period is whole',
    'dns#stored-forms',
    host('CNAME', 'localhost.'),
    host('CNAME', 'localhost'),
  ),
  same(
    'a text in quotes is the text',
    'dns#stored-forms',
    host('TXT', '"v=spf1 -all"'),
    host('TXT', 'v=spf1 -all'),
  ),
  same(
    'a text with quotes inside is as it is',
    'dns#stored-forms',
    host('TXT', '"a" "b"'),
    host('TXT', '"a" "b"'),
  ),
  same(
    'an issuer is the same in either case',
    'dns#stored-forms',
    { ...host('CAA', 'CA.example.net'), tag: 'issue' },
    { ...host('CAA', 'ca.example.net'), tag: 'issue' },
  ),
  same('a service is compared without its name', 'dns#stored-forms', srv, storedSrv),
  same('underscores and periods around a service do not count', 'dns#stored-forms', srv, {
    ...storedSrv,
    service: '_sip.',
    protocol: '_tcp',
  }),
  same(
    'nor do those that the spec has',
    'dns#stored-forms',
    { ...srv, service: '_sip.', protocol: '_tcp' },
    storedSrv,
  ),
  same('a time is rounded up', 'dns#times', { ttlSec: 301 }, { ttl_sec: 3600 }),
  same('0 is the default of the domain', 'dns#times', { ttlSec: 0 }, { ttl_sec: 0 }),
  same(
    'what the type does not use is not looked at',
    'dns#records',
    {},
    { priority: 0, weight: 0, port: 0, tag: null },
  ),
];

const updates: readonly Case[] = [
  {
    name: 'what changes is one request',
    source: 'dns#records',
    keptBy: 'plan',
    spec: { name: 'shop', target: '198.51.100.2', ttlSec: 300 },
    plan: [`${UPDATE} name: www -> shop, ttlSec: 0 -> 300, target: 198.51.100.1 -> 198.51.100.2`],
    sends: [{ name: 'shop', target: '198.51.100.2', ttl_sec: 300 }],
  },
  {
    name: 'only what changes is sent',
    source: 'dns#records',
    keptBy: 'plan',
    spec: { ...srv, port: 5061 },
    item: storedSrv,
    plan: [`${UPDATE} port: 5060 -> 5061`],
    sends: [{ port: 5061 }],
  },
  { name: 'fields that the spec does not name are not managed', item: { ttl_sec: 3600 }, plan: [] },
  {
    name: 'the type cannot change',
    source: 'dns#records',
    keptBy: 'refuse',
    spec: { type: 'TXT' },
    plan: ['refuse spec.type: the type of a record cannot change (is A): create a new object'],
  },
  {
    name: 'an MX record becomes a null MX with priority 0',
    source: 'dns#null-mx',
    keptBy: 'plan',
    spec: { type: 'MX', name: '@', target: '' },
    item: { type: 'MX', name: '', target: 'mail.example.org', priority: 10 },
    plan: [`${UPDATE} priority: 10 -> 0, target: mail.example.org -> `],
    sends: [{ target: '', priority: 0 }],
  },
  {
    name: 'a name of another domain is refused',
    source: 'dns#fields-of-each-type',
    keptBy: 'refuse',
    spec: { name: 'www.example.net.' },
    plan: ['refuse spec.name: www.example.net. is fully qualified and does not end in example.org'],
  },
  {
    name: 'a CNAME does not become that of the domain itself',
    source: 'dns#fields-of-each-type',
    keptBy: 'refuse',
    spec: { type: 'CNAME', name: 'example.org', target: 'shop.example.net' },
    item: host('CNAME', 'shop.example.net'),
    plan: ['refuse spec.name: a CNAME needs a name, the domain itself has other records'],
  },
  {
    name: 'an alias waits for the other record of the name that it gets',
    source: 'dns#fields-of-each-type',
    keptBy: 'wait',
    spec: { ...host('CNAME', 'x.example.net'), name: 'shop' },
    item: host('CNAME', 'x.example.net'),
    siblings: [{ ...item, id: 71, type: 'TXT', name: 'shop', target: 'x' }],
    plan: [
      'wait for the TXT record 71 of the same name to be removed: a CNAME must be the only record of its name',
      `${UPDATE} name: www -> shop [after wait]`,
    ],
    ends: 'waiting',
  },
  {
    name: 'a record waits for the alias of the name that it gets',
    source: 'dns#fields-of-each-type',
    keptBy: 'wait',
    spec: { name: 'shop' },
    siblings: [{ ...item, id: 72, type: 'CNAME', name: 'shop', target: 'x.example.net' }],
    plan: [
      'wait for the CNAME record 72 of the same name to be removed: a CNAME must be the only record of its name',
      `${UPDATE} name: www -> shop [after wait]`,
    ],
    ends: 'waiting',
  },
  {
    name: 'an alias is changed where it is the only record of its name',
    source: 'dns#fields-of-each-type',
    keptBy: 'plan',
    spec: host('CNAME', 'y.example.net'),
    item: host('CNAME', 'x.example.net'),
    siblings: [{ ...item, id: 71, type: 'TXT', name: 'shop', target: 'x' }],
    plan: [`${UPDATE} target: x.example.net -> y.example.net`],
  },
  {
    name: 'is deleted',
    source: 'dns#records',
    keptBy: 'plan',
    deleting: true,
    plan: ['Delete (DELETE /domains/51/records/61)'],
  },
  { name: 'has no mark that could stay', retaining: true, plan: [] },
  {
    name: 'is ready when it is there',
    source: 'dns#records',
    keptBy: 'health',
    health: { ready: true, reason: 'Active' },
  },
];

/** Behaviour of a DnsRecord, row by row. */
export const dnsRecordCases: CaseTable = {
  spec: {
    domainRef: { id: 51, domain: 'example.org' },
    type: 'A',
    name: 'www',
    target: '198.51.100.1',
  },
  item,
  needs,
  stages,
  cases: [...creationCases, ...spellings, ...updates, ...dnsRecordAdmission],
};
