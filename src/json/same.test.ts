import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalText } from '../model/fingerprint.ts';
import { isSame } from './same.ts';

test.for([
  [{ a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1 }, true],
  [[1, 2], [2, 1], false],
  [{ a: 1 }, { a: 1, b: 2 }, false],
  [{ a: undefined }, { b: undefined }, false],
  [{}, [], false],
  [null, {}, false],
  [{ toString: 1 }, { toString: 1 }, true],
  [{ x: 1 }, { toString: 1 }, false],
] as const)('%j and %j are the same: %s', ([a, b, is]) => {
  expect(isSame(a, b)).toBe(is);
});

test('JSON values are the same when their canonical texts are', () => {
  const value = fc.jsonValue({ maxDepth: 3 });
  fc.assert(
    fc.property(value, value, (a, b) => {
      expect(isSame(a, JSON.parse(JSON.stringify(a)))).toBe(true);
      expect(isSame(a, b)).toBe(canonicalText(a) === canonicalText(b));
    }),
  );
});
