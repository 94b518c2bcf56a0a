import { expect, test } from 'vitest';
import { KINDS } from '../../kinds/index.ts';
import type { ItemId } from '../../model/item-id.ts';
import { withReferences } from './references.ts';

const NAMES: Readonly<Record<string, string>> = {
  'Instance/7': 'web-1',
  'Domain/5': 'example-org',
};
const nameOf = (kind: string, id: ItemId): string | undefined => NAMES[`${kind}/${id}`];

test.each<readonly [string, string, object, object]>([
  [
    'an id of an object is its name',
    'Volume',
    { size: 20, attachment: { mode: 'Attached', instanceRef: { id: 7 } } },
    { size: 20, attachment: { mode: 'Attached', instanceRef: { name: 'web-1' } } },
  ],
  [
    'an id of no object stays an id',
    'Volume',
    { attachment: { mode: 'Attached', instanceRef: { id: 8 } } },
    { attachment: { mode: 'Attached', instanceRef: { id: 8 } } },
  ],
  ['where there is no id there is no reference', 'Volume', { size: 20 }, { size: 20 }],
  [
    'a list has names and ids',
    'Firewall',
    { instanceRefs: [{ id: 7 }, { id: 8 }] },
    { instanceRefs: [{ name: 'web-1' }, { id: 8 }] },
  ],
  [
    'values of the referent are not repeated',
    'DnsRecord',
    { domainRef: { id: 5, domain: 'example.org' }, type: 'A' },
    { domainRef: { name: 'example-org' }, type: 'A' },
  ],
  [
    'values without a referent stay',
    'DnsRecord',
    { domainRef: { id: 6, domain: 'example.net' }, type: 'A' },
    { domainRef: { id: 6, domain: 'example.net' }, type: 'A' },
  ],
])('%s', (_name, kind, spec, expected) => {
  const [one] = KINDS.filter((candidate) => candidate.kind === kind);
  if (one === undefined) throw new Error(`no kind ${kind}`);
  expect(withReferences(one, spec as Readonly<Record<string, unknown>>, nameOf)).toEqual(expected);
});
