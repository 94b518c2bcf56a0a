import { type Character, each, type Facet, keeps, type Spec } from '../character.ts';
import { readsOf } from './record-readings.ts';

const needed = (facet: Facet): Facet => ({ ...facet, needed: true });

const BELONGS: Facet = {
  needed: true,
  values: [
    { domainRef: { name: 'home' } },
    { domainRef: { id: { $id: 'Domain/home' }, domain: 'home.example' } },
    { domainRef: { id: { $id: 'Domain/home' }, domain: 'HOME.example.' } },
  ],
};

/** A record of one type in the zone home.example. Source: dns#records. */
const recordOf = (base: Spec, facets: Readonly<Record<string, Facet>>): Character => ({
  base: { domainRef: { name: 'home' }, ...base },
  facets: {
    ...facets,
    ttlSec: each('ttlSec', 0, 30, 299, 300, 86_401),
    belongs: BELONGS,
    type: each('type', base['type'], base['type'] === 'TXT' ? 'A' : 'TXT'),
  },
  reads: readsOf(String(base['type'])),
  unread: {
    domainRef: 'a record does not name its domain: it stands in it',
  },
  troubles: (spec, had) => [
    ...(JSON.stringify(spec['targetFrom'] ?? '').includes('missing') ? ['targetFrom'] : []),
    // The null MX record has the name of the zone, and an absent name stays.
    ...(base['type'] === 'MX' &&
    spec['target'] === '' &&
    !['', '@', undefined].includes((spec['name'] ?? had['name']) as string)
      ? ['target']
      : []),
  ],
  admits: (after, before) =>
    keeps(after, before, ['type', 'domainRef']) &&
    after['type'] === base['type'] &&
    (after['target'] !== undefined || after['targetFrom'] !== undefined) &&
    (after['type'] !== 'CNAME' || after['name'] !== undefined) &&
    !(
      after['type'] === 'MX' &&
      after['target'] === '' &&
      ((after['priority'] ?? 0) !== 0 || !['', '@', undefined].includes(after['name'] as string))
    ),
  wayward: {},
  groups: [['target', 'targetFrom']],
});

const from = (name: string) => ({ targetFrom: { instanceRef: { name } } });

export const RECORDS: Readonly<Record<string, Character>> = {
  'DnsRecord/a': recordOf(
    { type: 'A' },
    {
      name: each('name', 'www', 'Shop', '*.web', 'deep.www.home.example', ''),
      target: needed({
        values: [
          { target: '198.51.100.1' },
          { target: '198.51.100.2' },
          from('front'),
          from('back'),
          from('missing'),
        ],
      }),
    },
  ),
  'DnsRecord/aaaa': recordOf(
    { type: 'AAAA', name: 'six' },
    {
      target: needed({
        values: [{ target: '2001:db8::1' }, { target: '2001:db8::2' }, from('front')],
      }),
    },
  ),
  'DnsRecord/mx': recordOf(
    { type: 'MX' },
    {
      name: each('name', '', '@', 'lists'),
      target: needed(each('target', 'mail', 'mx.example.net.', '')),
      priority: each('priority', 0, 10, 255),
    },
  ),
  'DnsRecord/srv': recordOf(
    {
      type: 'SRV',
      target: 'sip',
      service: 'sip',
      protocol: 'tcp',
      priority: 10,
      weight: 5,
      port: 5_060,
    },
    {
      target: needed(each('target', 'sip', 'sip.example.net')),
      service: needed(each('service', '_sip', 'xmpp-client')),
      protocol: each('protocol', '_tcp', 'udp'),
      priority: needed(each('priority', 0, 10)),
      weight: needed(each('weight', 0, 65_535)),
      port: needed(each('port', 0, 5_060)),
    },
  ),
  'DnsRecord/caa': recordOf(
    { type: 'CAA', target: 'ca.example.net', tag: 'issue' },
    {
      name: each('name', '', 'safe'),
      target: needed(each('target', 'ca.example.net', 'other.example.net')),
      tag: needed(each('tag', 'issue', 'issuewild', 'iodef')),
    },
  ),
  'DnsRecord/txt': recordOf(
    { type: 'TXT', target: 'v=spf1 -all' },
    {
      name: each('name', '_dmarc', 'txt', '@'),
      target: needed(each('target', 'v=spf1 -all', 'a "quoted" text', 'x'.repeat(300))),
    },
  ),
  'DnsRecord/cname': recordOf(
    { type: 'CNAME', name: 'alias', target: 'www' },
    {
      name: each('name', 'alias', 'Alias2'),
      target: needed(each('target', 'www', 'cdn.example.net.', 'CDN.example.net')),
    },
  ),
  'DnsRecord/ns': recordOf(
    { type: 'NS', name: 'sub', target: 'ns1.example.net' },
    {
      name: each('name', 'sub', 'other'),
      target: needed(each('target', 'ns1.example.net', 'ns2.example.net.')),
    },
  ),
  'DnsRecord/inner': recordOf(
    { type: 'A', name: 'inner', domainRef: { name: 'zone' } },
    {
      name: each('name', 'inner', 'nested.inner'),
      target: needed({ values: [{ target: '198.51.100.3' }, from('front'), from('web')] }),
    },
  ),
};
