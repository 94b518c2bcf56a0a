import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { asRecord, parse, parseJson, pathText, readable } from './parse.ts';

const Shape = z.strictObject({
  size: z.int(),
  rules: z.array(z.strictObject({ ports: z.string() })).optional(),
});

describe('parse', () => {
  test('gives the value that the schema accepts', () => {
    expect(parse(Shape, { size: 20 })).toEqual({ ok: true, value: { size: 20 } });
  });

  test.each<[unknown, string, RegExp]>([
    [{ size: 'x' }, '.size', /expected int|expected number/],
    [{ size: 1, rules: [{ ports: '1' }, { ports: 2 }] }, '.rules[1].ports', /expected string/],
    ['x', '', /expected object/],
  ])('says of %j that the first problem is at %j', (value, path, reason) => {
    expect(parse(Shape, value)).toEqual({ ok: false, path, reason: expect.stringMatching(reason) });
  });
});

test('a path is written as people write it', () => {
  expect(pathText(['rules', 2, 'ports'])).toBe('.rules[2].ports');
  expect(pathText([])).toBe('');
});

test.each<[unknown, object]>([
  [{ size: 20, rules: 'unreadable', other: 1 }, { size: 20 }],
  [{ rules: [{ ports: '22' }] }, { rules: [{ ports: '22' }] }],
  [null, {}],
  ['text', {}],
  [[1], {}],
])('of %j what can be read is %j', (value, accepted) => {
  expect(readable(Shape, value)).toStrictEqual(accepted);
});

test('a member that is not there is not asked of its schema', () => {
  expect(readable(z.object({ size: z.int().default(5) }), {})).toEqual({});
});

test.each<[unknown, object]>([
  [{ a: 1 }, { a: 1 }],
  [null, {}],
  [undefined, {}],
  [[1], {}],
  ['text', {}],
])('%j as a map is %j', (value, map) => {
  expect(asRecord(value)).toEqual(map);
});

test.each<[string, unknown]>([
  ['{"a":[1]}', { a: [1] }],
  ['null', null],
  ['{', undefined],
  ['', undefined],
])('the value of the text %s is %j', (text, value) => {
  expect(parseJson(text)).toEqual(value);
});
