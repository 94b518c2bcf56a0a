import { expect, test } from 'vitest';
import type { Ref } from '../../model/ref.ts';
import { itemsNamed, targetsOf } from './raw-ids.ts';

const ref = (path: string, take = 'id', into?: string): Ref => ({
  path,
  ...(into === undefined ? {} : { into }),
  take,
  kind: 'Thing',
  by: 'name',
  neededFor: 'create',
});

test.each([
  ['a field', ref('thingRef'), { thingRef: { id: 1 } }, [['thingRef.id', 1]]],
  [
    'a field below another',
    ref('from.thingRef'),
    { from: { thingRef: { name: 'a', id: 1 } } },
    [['from.thingRef.id', 1]],
  ],
  [
    'a list',
    ref('thingRefs[]'),
    { thingRefs: [{ id: 1 }, { name: 'a' }, { id: 2 }] },
    [
      ['thingRefs[0].id', 1],
      ['thingRefs[2].id', 2],
    ],
  ],
  [
    'lists and maps',
    ref('a[].b.*.thingRef'),
    {
      a: [
        { b: { x: { thingRef: { id: 1 } }, y: {} } },
        { b: { z: { thingRef: { id: 2 } } } },
        null,
      ],
    },
    [
      ['a[0].b.x.thingRef.id', 1],
      ['a[1].b.z.thingRef.id', 2],
    ],
  ],
  ['a field that is not there', ref('from.thingRef'), {}, []],
  ['a reference without its value yet', ref('thingRef'), { thingRef: { name: 'a' } }, []],
  ['what is no id', ref('thingRef', 'ipv4', 'address'), { address: '192.0.2.1' }, []],
] as const)('ids in %s', (_, one, spec, named) => {
  expect(itemsNamed(targetsOf({ refs: [one] }), spec).map(({ path, id }) => [path, id])).toEqual(
    named,
  );
});
