import { expect, test } from 'vitest';
import { z } from 'zod';
import { asWhole, distinct, inOrder, mapBy, setOf } from './lists.ts';

const SCHEMA = z.strictObject({
  tags: setOf(z.array(z.string())).optional().describe('A set.'),
  pools: mapBy(
    z.array(z.strictObject({ id: z.int(), tags: setOf(z.array(z.string())).optional() })),
    'id',
  ).optional(),
  pairs: mapBy(z.array(z.strictObject({ a: z.int(), b: z.string() })), 'a', 'b').optional(),
  wholes: asWhole(z.array(z.strictObject({ a: z.unknown() }))).optional(),
  steps: inOrder(z.array(z.string())).optional(),
  byName: z.record(z.string(), setOf(z.array(z.int()))).optional(),
});

test.for<[string, unknown, unknown]>([
  ['a member of a set', { tags: ['a', 'b', 'a'] }, { tags: ['a', 'b'] }],
  [
    'a key, whatever else its members say',
    { pools: [{ id: 1 }, { id: 1, tags: [] }] },
    { pools: [{ id: 1 }] },
  ],
  [
    'a member of a set in a list',
    { pools: [{ id: 1, tags: ['a', 'a'] }] },
    { pools: [{ id: 1, tags: ['a'] }] },
  ],
  [
    'several keys together',
    {
      pairs: [
        { a: 1, b: 'x' },
        { a: 1, b: 'y' },
        { a: 1, b: 'x' },
      ],
    },
    {
      pairs: [
        { a: 1, b: 'x' },
        { a: 1, b: 'y' },
      ],
    },
  ],
  ['a member of a set in a map', { byName: { x: [1, 1] } }, { byName: { x: [1] } }],
])('%s is there once', ([, value, once]) => {
  expect(distinct(SCHEMA, value)).toEqual(once);
});

test.for<[unknown]>([
  [{ steps: ['a', 'a'] }],
  [{ wholes: [{ a: 1 }, { a: 1 }] }],
  [{ strange: ['a', 'a'] }],
  [{ tags: null }],
  [{ tags: 'aa' }],
  [{ pools: [null] }],
  [null],
  [['a', 'a']],
  ['a'],
])('%j stays as it is', ([value]) => {
  expect(distinct(SCHEMA, value)).toEqual(value);
});
