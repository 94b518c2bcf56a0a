import { expect, test } from 'vitest';
import { merge, shapeOf } from './facts/shape.ts';
import { recordings } from './facts.ts';

test.each([
  [[], []],
  [[1, null], [['|', 'integer', 'null']]],
  [[{ a: 1 }, { a: 1.5, b: 'x' }], [{ a: ['|', 'integer', 'number'], 'b?': 'string' }]],
  [[{ a: [] }, { a: [true] }, {}], [{ 'a?': ['boolean'] }]],
])('the shape of %j', (value, shape) => {
  expect(shapeOf(value)).toEqual(shape);
});

const answered = recordings.filter(({ answer }) => answer !== undefined);

test.each(answered)(
  'the shape of the recorded $method $path covers its answer',
  ({ shape, answer }) => {
    expect(merge(shape, shapeOf(answer))).toEqual(shape);
  },
);

test('a shape that lacks a member of its answer is found', () => {
  expect(merge({ id: 'integer' }, shapeOf({ id: 1, label: 'a' }))).not.toEqual({ id: 'integer' });
});
