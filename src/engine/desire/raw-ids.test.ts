import { expect, test } from 'vitest';
import type { Ref } from '../../model/ref.ts';
import { itemsNamed, targetsOf } from './raw-ids.ts';

const ref = (path: string, into: string, take = 'id'): Ref => ({
  path,
  into,
  take,
  kind: 'Thing',
  by: 'name',
  neededFor: 'create',
});

test.each([
  ['a field', ref('thingRef', 'thingId'), { thingId: 1 }, [['thingId', 1]]],
  [
    'a field below another',
    ref('from.thingRef', 'thingId'),
    { from: { thingId: 1 } },
    [['from.thingId', 1]],
  ],
  [
    'a list',
    ref('thingRefs[]', 'thingIds'),
    { thingIds: [1, 2] },
    [
      ['thingIds[0]', 1],
      ['thingIds[1]', 2],
    ],
  ],
  [
    'lists and maps',
    ref('a[].b.*.thingRef', 'thingId'),
    { a: [{ b: { x: { thingId: 1 }, y: {} } }, { b: { z: { thingId: 2 } } }, null] },
    [
      ['a[0].b.x.thingId', 1],
      ['a[1].b.z.thingId', 2],
    ],
  ],
  ['a field that is not there', ref('from.thingRef', 'thingId'), {}, []],
  [
    'a reference without its value yet',
    ref('thingRef', 'thingId'),
    { thingRef: { name: 'a' } },
    [],
  ],
  ['what is no id', ref('thingRef', 'address', 'ipv4'), { address: '192.0.2.1' }, []],
] as const)('ids in %s', (_, one, spec, named) => {
  expect(itemsNamed(targetsOf({ refs: [one] }), spec).map(({ path, id }) => [path, id])).toEqual(
    named,
  );
});
