import { expect, test } from 'vitest';
import { newObject } from '../../../test/support/new-object.ts';
import type { Pass } from '../pass/pass.ts';
import type { KubeObject } from '../ports/cluster.ts';
import { heldInside } from './containment.ts';

const METADATA = { uid: 'uid', creationTimestamp: '2026-01-01T00:00:00Z' };

/** A record inside a zone, which it names by object or by item id. */
const record = (
  name: string,
  spec: object,
  over: { readonly namespace?: string; readonly status?: object } = {},
): KubeObject => ({
  ...newObject({ kind: 'DnsRecord', namespace: over.namespace ?? 'team', name }, spec, METADATA),
  status: over.status,
});

const REF = { path: 'domainRef', kind: 'Domain', take: 'id', holds: true };
const byName = (name: string, zone = 'zone') => record(name, { domainRef: { name: zone } });
const byId = (name: string, id: number) => record(name, { domainRef: { id } });
const foreign = (id: number, status?: object) =>
  record(
    'theirs',
    { domainRef: { id } },
    { namespace: 'other', ...(status === undefined ? {} : { status }) },
  );

interface Row {
  readonly name: string;
  readonly objects: readonly KubeObject[];
  /** The status of the zone; by default 7 in account A. */
  readonly status?: object;
  readonly ref?: object;
  readonly held: string | null;
}

const rows: readonly Row[] = [
  { name: 'nothing is inside', objects: [], held: null },
  {
    name: 'an object that names it',
    objects: [byName('www')],
    held: 'DnsRecord/www to be deleted first',
  },
  { name: 'an object that names another', objects: [byName('www', 'other')], held: null },
  {
    name: 'an object with the id of its item',
    objects: [byId('www', 7)],
    held: 'DnsRecord/www to be deleted first',
  },
  { name: 'an object with another id', objects: [byId('www', 8)], held: null },
  {
    name: 'an object without an id, before there is an item',
    objects: [record('www', {})],
    status: {},
    held: null,
  },
  {
    name: 'an id that is no id of the item',
    objects: [byId('www', 7)],
    ref: { ...REF, take: 'address' },
    held: null,
  },
  {
    name: 'a reference that holds nothing',
    objects: [byName('www')],
    ref: { ...REF, holds: false },
    held: null,
  },
  {
    name: 'a reference to another kind',
    objects: [byName('www')],
    ref: { ...REF, kind: 'Instance' },
    held: null,
  },
  {
    name: 'two, in the order of their names',
    objects: [byName('www'), byName('mail')],
    held: 'DnsRecord/mail, DnsRecord/www to be deleted first',
  },
  {
    name: 'five',
    objects: ['a', 'b', 'c', 'd', 'e'].map((name) => byName(name)),
    held: 'DnsRecord/a, DnsRecord/b, DnsRecord/c, DnsRecord/d, DnsRecord/e to be deleted first',
  },
  {
    name: 'seven',
    objects: ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => byName(name)),
    held: 'DnsRecord/a, DnsRecord/b, DnsRecord/c, DnsRecord/d, DnsRecord/e and 2 more to be deleted first',
  },
  {
    name: 'an item of another namespace, which is not named',
    objects: [foreign(7, { id: 3, account: 'A' })],
    held: 'each DnsRecord of another namespace to be deleted first',
  },
  { name: 'an object of another namespace without an item', objects: [foreign(7)], held: null },
  {
    name: 'an item of another namespace in another account',
    objects: [foreign(7, { id: 3, account: 'B' })],
    held: null,
  },
  {
    name: 'an item of another namespace inside another one',
    objects: [foreign(8, { id: 3, account: 'A' })],
    held: null,
  },
  {
    name: 'another namespace, before there is an item',
    objects: [record('theirs', {}, { namespace: 'other', status: { id: 3 } })],
    status: {},
    held: null,
  },
  {
    name: 'another namespace by what is no id',
    objects: [foreign(7, { id: 3, account: 'A' })],
    ref: { ...REF, take: 'address' },
    held: null,
  },
];

test.each(rows)(
  'what holds the item: $name',
  ({ objects, status = { id: 7, account: 'A' }, ref = REF, held }) => {
    const pass = {
      env: {
        kinds: [{ kind: 'DnsRecord', refs: [ref] }],
        cluster: {
          all: () => objects,
          list: (_kind: string, namespace: string) =>
            objects.filter(({ metadata }) => metadata.namespace === namespace),
        },
      },
      subject: { name: { kind: 'Domain', namespace: 'team', name: 'zone' }, status },
    };
    expect(heldInside(pass as unknown as Pass)).toBe(held);
  },
);
