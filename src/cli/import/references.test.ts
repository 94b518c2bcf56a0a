import { expect, test } from 'vitest';
import { KINDS } from '../../kinds/index.ts';
import { withReferences } from './references.ts';

const NAMES: Readonly<Record<string, string>> = {
  'Instance/7': 'web-1',
  'Domain/5': 'example-org',
};
const nameOf = (kind: string, id: number): string | undefined => NAMES[`${kind}/${id}`];

test.each<readonly [string, string, object, object]>([
  [
    'an id of an object is its name',
    'Volume',
    { size: 20, instanceId: 7 },
    { size: 20, instanceRef: { name: 'web-1' } },
  ],
  ['an id of no object stays an id', 'Volume', { instanceId: 8 }, { instanceId: 8 }],
  ['where there is no id there is no reference', 'Volume', { size: 20 }, { size: 20 }],
  [
    'a list is parted',
    'Firewall',
    { instanceIds: [7, 8] },
    { instanceRefs: [{ name: 'web-1' }], instanceIds: [8] },
  ],
  [
    'a list that is all names has no ids',
    'Firewall',
    { instanceIds: [7] },
    { instanceRefs: [{ name: 'web-1' }] },
  ],
  [
    'what the referent tells is not told twice',
    'DnsRecord',
    { domainId: 5, domain: 'example.org', type: 'A' },
    { domainRef: { name: 'example-org' }, type: 'A' },
  ],
  [
    'what no referent tells stays',
    'DnsRecord',
    { domainId: 6, domain: 'example.net', type: 'A' },
    { domainId: 6, domain: 'example.net', type: 'A' },
  ],
])('%s', (_name, kind, spec, expected) => {
  const [one] = KINDS.filter((candidate) => candidate.kind === kind);
  if (one === undefined) throw new Error(`no kind ${kind}`);
  expect(withReferences(one, spec as Readonly<Record<string, unknown>>, nameOf)).toEqual(expected);
});
