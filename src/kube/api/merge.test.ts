import { expect, test } from 'vitest';
import { merged } from './merge.ts';

// Cases of RFC 7386, "Appendix A. Example Test Cases".
test.each([
  [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
  [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
  [{ a: 'b' }, { a: null }, {}],
  [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
  [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
  [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
  [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
  [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
  [
    ['a', 'b'],
    ['c', 'd'],
    ['c', 'd'],
  ],
  [{ a: 'b' }, ['c'], ['c']],
  [{ a: 'foo' }, null, null],
  [{ a: 'foo' }, 'bar', 'bar'],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [[1, 2], { a: 'b', c: null }, { a: 'b' }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
])('%j patched with %j is %j', (target, patch, result) => {
  expect(merged(target, patch)).toEqual(result);
});

test('a member named __proto__ is a member like any other', () => {
  const result = merged({}, JSON.parse('{"__proto__": {"a": 1}}'));
  expect(JSON.stringify(result)).toBe('{"__proto__":{"a":1}}');
  expect(Object.getPrototypeOf(result)).toBe(Object.prototype);
});

test('a member that is undefined says nothing', () => {
  expect(merged({ a: 1 }, { a: undefined })).toEqual({ a: 1 });
});
