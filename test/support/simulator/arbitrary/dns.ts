import fc from 'fast-check';
import { make } from '../givens.ts';
import { body, item, tags, word } from './making.ts';

const address = fc.ipV4();
const seconds = fc.constantFrom(0, 30, 60, 120, 300, 1000, 3600, 604_800, 2_419_200, 9_999_999);

const zoneFields = {
  status: fc.constantFrom('active', 'disabled'),
  description: word(1, 20),
  group: word(1, 20),
  axfr_ips: fc.array(address, { maxLength: 2 }),
  expire_sec: seconds,
  refresh_sec: seconds,
  retry_sec: seconds,
  ttl_sec: seconds,
  tags,
};
export const zone = fc.oneof(
  item(
    '/domains',
    body({ domain: 'example.org', type: 'master', soa_email: 'admin@example.org' }, zoneFields),
    body({}, zoneFields),
  ),
  item(
    '/domains',
    body({ domain: 'example.com', type: 'slave', master_ips: ['198.51.100.1'] }, zoneFields),
    body({}, zoneFields),
  ),
);

const CONTENTS: readonly object[] = [
  { type: 'A', name: 'www', target: '198.51.100.1' },
  { type: 'A', name: '*', target: '[remote_addr]' },
  { type: 'AAAA', name: 'www.example.org', target: '2001:DB8:0:0::1' },
  { type: 'NS', name: 'sub', target: 'ns.example.net.' },
  { type: 'MX', name: '', target: 'mail', priority: 10 },
  { type: 'MX', name: '', target: '', priority: 0 },
  { type: 'CNAME', name: 'alias', target: 'www' },
  { type: 'TXT', name: '', target: '"v=spf1 -all"' },
  { type: 'SRV', service: 'sip', protocol: 'tcp', priority: 0, weight: 0, port: 1, target: 'sip' },
  {
    type: 'SRV',
    service: '_sip',
    protocol: '_udp',
    priority: 255,
    weight: 65_535,
    port: 0,
    target: 'sip.example.net',
  },
  { type: 'PTR', name: 'host', target: 'host.example.net' },
  { type: 'CAA', name: '', tag: 'iodef', target: 'mailto:admin@example.org' },
  { type: 'CAA', name: 'sub', tag: 'issue', target: 'ca.example.net' },
];
export const record = item(
  (stage) =>
    `/domains/${make(stage, '/domains', { domain: 'example.org', type: 'master', soa_email: 'admin@example.org' })}/records`,
  fc
    .tuple(fc.constantFrom(...CONTENTS), body({}, { ttl_sec: seconds }))
    .map(([content, rest]) => ({ ...content, ...rest })),
  body({}, { ttl_sec: seconds, priority: fc.nat({ max: 255 }), weight: fc.nat({ max: 65_535 }) }),
);
