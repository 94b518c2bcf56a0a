import { expect, test } from 'vitest';
import { recordProblems } from './record-rules.ts';
import { RecordCreate } from './records.ts';

const srv = {
  type: 'SRV',
  service: 'sip',
  priority: 10,
  weight: 0,
  port: 5060,
  target: 'sip.example.org',
};

test.each([
  ['A with an address', { type: 'A', name: 'www', target: '198.51.100.1' }, []],
  ['A for the zone itself', { type: 'A', name: '', target: '198.51.100.1' }, []],
  ['A with the requester’s address', { type: 'A', name: 'www', target: '[remote_addr]' }, []],
  ['A without a target', { type: 'A', name: 'www' }, ['target']],
  ['A with a name', { type: 'A', name: 'www', target: 'example.org' }, ['target']],
  ['A with an IPv6 address', { type: 'A', name: 'www', target: '2001:db8::1' }, ['target']],
  ['AAAA with an address', { type: 'AAAA', name: 'www', target: '2001:db8::1' }, []],
  ['AAAA with an IPv4 address', { type: 'AAAA', name: 'www', target: '198.51.100.1' }, ['target']],
  ['NS of a subdomain', { type: 'NS', name: 'sub', target: 'ns1.example.net' }, []],
  ['NS of a wildcard', { type: 'NS', name: '*', target: 'ns1.example.net' }, ['name']],
  [
    'MX with a trailing period',
    { type: 'MX', name: '', target: 'mail.example.org.', priority: 10 },
    [],
  ],
  ['MX without a target', { type: 'MX', name: 'mail' }, ['target']],
  ['null MX', { type: 'MX', name: '', target: '' }, []],
  ['null MX with a priority', { type: 'MX', name: '', target: '', priority: 10 }, ['priority']],
  ['CNAME', { type: 'CNAME', name: 'www', target: 'example.org' }, []],
  ['CNAME without a name', { type: 'CNAME', target: 'example.org' }, ['name']],
  ['TXT', { type: 'TXT', name: '', target: 'v=spf1 -all' }, []],
  ['TXT without a value', { type: 'TXT', name: 'a' }, ['target']],
  ['SRV', srv, []],
  [
    'SRV without its fields',
    { type: 'SRV', target: 'sip' },
    ['service', 'priority', 'weight', 'port'],
  ],
  ['PTR without a target', { type: 'PTR' }, ['target']],
  ['CAA issue', { type: 'CAA', tag: 'issue', target: 'ca.example.net' }, []],
  [
    'CAA issuewild with a star',
    { type: 'CAA', tag: 'issuewild', target: '*.example.net' },
    ['target'],
  ],
  [
    'CAA iodef to a mail address',
    { type: 'CAA', tag: 'iodef', target: 'mailto:a@example.net' },
    [],
  ],
  ['CAA iodef to a site', { type: 'CAA', tag: 'iodef', target: 'https://example.net/report' }, []],
  [
    'CAA iodef to something else',
    { type: 'CAA', tag: 'iodef', target: 'ftp://example.net' },
    ['target'],
  ],
  [
    'CAA with a trailing period',
    { type: 'CAA', tag: 'issue', target: 'ca.example.net.' },
    ['target'],
  ],
  ['CAA without a tag', { type: 'CAA', target: 'ca.example.net' }, ['tag']],
])('%s', (_, record, fields) => {
  expect(recordProblems(record).map((problem) => problem.field)).toEqual(fields);
  expect(
    RecordCreate.safeParse(record).error?.issues.map((issue) => issue.path.join('.')) ?? [],
  ).toEqual(fields);
});
