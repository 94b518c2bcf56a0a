import type { Case } from '../../../model/case.ts';

const CREATE = 'Create (POST /domains/51/records)';
const stored = {
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
const sibling = (id: number, type: string, name: string, target: string, over: object = {}) => ({
  id,
  type,
  name,
  target,
  ...stored,
  ...over,
});
const alias = { type: 'CNAME', name: 'shop', target: 'www.example.net' };
const mx = { type: 'MX', name: '', target: 'mail.example.net', priority: 10 };
const nullMx = { type: 'MX', name: '@', target: '' };

const made = (name: string, spec: object, changes: string, body: object): Case => ({
  name: `is made: ${name}`,
  source: 'dns#fields-of-each-type',
  keptBy: 'canonical',
  item: null,
  spec: spec as Record<string, unknown>,
  plan: [`${CREATE} ${changes}`],
  sends: [body as Record<string, unknown>],
});

const waits = (
  name: string,
  source: string,
  spec: object,
  siblings: readonly object[],
  reason: string,
): Case => ({
  name,
  source,
  keptBy: 'wait',
  item: null,
  spec: spec as Record<string, unknown>,
  siblings: siblings as Case['siblings'] & object,
  plan: [`wait for ${reason}`],
});

const ALONE = 'a CNAME must be the only record of its name';

const unsure = (name: string, spec: object, there: ReturnType<typeof sibling>): Case => ({
  name,
  item: null,
  spec: { ...spec, domainRef: { id: 51 } },
  refused: 'spec.domainRef.domain: must be set if and only if id is set',
  siblings: [there] as Case['siblings'] & object,
  plan: [
    `refuse spec.domainRef.domain: is required with the id: record ${there.id} of the domain can be the requested record, and only the name of the domain can show this`,
  ],
});

/** Creation of a DnsRecord. */
export const creationCases: readonly Case[] = [
  unsure(
    'a name may be that of a record, written out',
    { name: 'www.example.org.' },
    sibling(75, 'A', 'www', '198.51.100.1'),
  ),
  made('A', {}, 'type: A, name: www, target: 198.51.100.1', {
    type: 'A',
    name: 'www',
    target: '198.51.100.1',
  }),
  made(
    'AAAA in one spelling',
    { type: 'AAAA', name: 'WWW.example.org', target: '2001:DB8:0::1', ttlSec: 1000 },
    'type: AAAA, name: www, ttlSec: 3600, target: 2001:db8::1',
    { type: 'AAAA', name: 'www', target: '2001:db8::1', ttl_sec: 3600 },
  ),
  made('the domain itself without a name', { name: undefined }, 'type: A, target: 198.51.100.1', {
    type: 'A',
    name: '',
    target: '198.51.100.1',
  }),
  made('a wildcard', { name: '*.shop' }, 'type: A, name: *.shop, target: 198.51.100.1', {
    type: 'A',
    name: '*.shop',
    target: '198.51.100.1',
  }),
  made(
    'NS',
    { type: 'NS', name: 'sub', target: 'ns1.example.net.' },
    'type: NS, name: sub, target: ns1.example.net',
    {
      type: 'NS',
      name: 'sub',
      target: 'ns1.example.net',
    },
  ),
  made('MX', mx, 'type: MX, name: , priority: 10, target: mail.example.net', mx),
  made(
    'CNAME to a host of the domain',
    { ...alias, target: 'www' },
    'type: CNAME, name: shop, target: www.example.org',
    {
      ...alias,
      target: 'www.example.org',
    },
  ),
  made(
    'TXT without its quotes',
    { type: 'TXT', target: '"v=spf1 -all"' },
    'type: TXT, name: www, target: v=spf1 -all',
    {
      type: 'TXT',
      name: 'www',
      target: 'v=spf1 -all',
    },
  ),
  made(
    'SRV without underscores',
    {
      type: 'SRV',
      name: undefined,
      target: 'sip',
      service: '_sip.',
      protocol: '_tcp',
      priority: 1,
      weight: 0,
      port: 5060,
    },
    'type: SRV, priority: 1, weight: 0, port: 5060, service: sip, protocol: tcp, target: sip.example.org',
    {
      type: 'SRV',
      target: 'sip.example.org',
      priority: 1,
      weight: 0,
      port: 5060,
      service: 'sip',
      protocol: 'tcp',
    },
  ),
  made(
    'CAA',
    { type: 'CAA', name: '', tag: 'iodef', target: 'mailto:CA@example.net' },
    'type: CAA, name: , tag: iodef, target: mailto:CA@example.net',
    { type: 'CAA', name: '', tag: 'iodef', target: 'mailto:CA@example.net' },
  ),
  made(
    'PTR',
    { type: 'PTR', name: '4', target: 'host.example.net' },
    'type: PTR, name: 4, target: host.example.net',
    {
      type: 'PTR',
      name: '4',
      target: 'host.example.net',
    },
  ),
  made('no mail', nullMx, 'type: MX, name: , priority: 0, target: ', {
    type: 'MX',
    name: '',
    target: '',
    priority: 0,
  }),
  {
    name: 'a name of another domain is refused before it is made',
    source: 'dns#fields-of-each-type',
    keptBy: 'refuse',
    item: null,
    spec: { name: 'www.example.net.' },
    plan: ['refuse spec.name: www.example.net. is fully qualified and does not end in example.org'],
  },
  {
    name: 'an alias of the domain itself is refused however it is written',
    source: 'dns#fields-of-each-type',
    keptBy: 'refuse',
    item: null,
    spec: { ...alias, name: 'example.org.' },
    plan: ['refuse spec.name: a CNAME needs a name, the domain itself has other records'],
  },
  {
    name: 'an instance without an address is waited for',
    item: null,
    spec: { target: undefined, targetFrom: { instanceRef: { name: 'web-1' } } },
    plan: ['wait for an address of the instance that the spec names'],
  },
  waits(
    'a CNAME waits for other records of its name',
    'dns#fields-of-each-type',
    alias,
    [sibling(71, 'TXT', 'Shop', 'x')],
    `the TXT record 71 of the same name to be removed: ${ALONE}`,
  ),
  waits(
    'other records wait for a CNAME of their name',
    'dns#fields-of-each-type',
    { name: 'shop' },
    [sibling(72, 'CNAME', 'shop.example.org', 'x.example.net')],
    `the CNAME record 72 of the same name to be removed: ${ALONE}`,
  ),
  waits(
    'no mail waits for other MX records',
    'dns#null-mx',
    nullMx,
    [sibling(73, 'MX', 'sub', 'mail.example.net')],
    'the MX record 73 to be removed: a domain that accepts no mail has no other MX record',
  ),
  waits(
    'mail waits for the record of no mail',
    'dns#null-mx',
    mx,
    [sibling(74, 'MX', '', '')],
    'the MX record 74 to be removed, which declares that the domain accepts no mail',
  ),
  {
    name: 'records of other names and types do not conflict',
    item: null,
    spec: alias,
    siblings: [
      sibling(75, 'A', 'www', '198.51.100.1'),
      sibling(76, 'SRV', '_shop._tcp', 'x.example.net', { service: 'shop', protocol: 'tcp' }),
    ],
    plan: [`${CREATE} type: CNAME, name: shop, target: www.example.net`],
  },
];
