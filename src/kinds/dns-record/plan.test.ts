import { expect, test } from 'vitest';
import { CASE_MARK, CASE_NAME } from '../../model/case.ts';
import { describe as line } from '../../model/step.ts';
import { dnsRecord } from './index.ts';
import { createRecord } from './plan.ts';
import type { DnsRecordSpec } from './spec.ts';

const linesOf = (spec: Partial<DnsRecordSpec>): readonly string[] =>
  createRecord(
    {
      spec: { domainRef: { id: 51, domain: 'example.org' }, type: 'A', name: 'www', ...spec },
      name: CASE_NAME,
      mark: CASE_MARK,
      secrets: {},
    },
    [],
  ).map(line);

test.each<[string, Partial<DnsRecordSpec>, string]>([
  [
    'its domain',
    { domainRef: { name: 'zone' }, target: '198.51.100.1' },
    'wait for the domain that the spec names, which has no id yet',
  ],
  [
    'the address that it leads to',
    { targetFrom: { instanceRef: { name: 'web' } } },
    'wait for an address of the instance that the spec names',
  ],
])('a record waits for %s', (_, spec, message) => {
  expect(linesOf(spec)).toEqual([message]);
});

test.each<[string, Partial<DnsRecordSpec>, string]>([
  ['without a target', {}, 'refuse spec.target: is required for A'],
  [
    'of a service without its name',
    { type: 'SRV', name: undefined, target: 'sip' },
    'refuse spec.service: is required for SRV',
  ],
  [
    'CAA without a tag',
    { type: 'CAA', target: 'ca.example.net' },
    'refuse spec.tag: is required for CAA',
  ],
  [
    'that is an alias of the domain itself',
    { type: 'CNAME', name: '@', target: 'www.example.net' },
    'refuse spec.name: a CNAME needs a name, the domain itself has other records',
  ],
  [
    'with a name of another domain',
    { name: 'www.example.net.', target: '198.51.100.1' },
    'refuse spec.name: www.example.net. is fully qualified and does not end in example.org',
  ],
])('a record %s is refused', (_, spec, message) => {
  expect(linesOf(spec)).toEqual([message]);
});

test('a name that is written out is judged only where the domain is known', () => {
  expect(
    linesOf({ domainRef: { id: 51 }, name: 'www.example.net.', target: '198.51.100.1' }),
  ).toEqual([
    'Create (POST /domains/51/records) type: A, name: www.example.net, target: 198.51.100.1',
  ]);
});

test('the kind makes records by this plan', () => {
  expect(dnsRecord.create).toBe(createRecord);
});
