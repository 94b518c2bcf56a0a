import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { canonicalText, fingerprint, same } from './fingerprint.ts';
import { Secret } from './secret.ts';

test.each<[unknown, string]>([
  [undefined, 'null'],
  [null, 'null'],
  ['a', '"a"'],
  [1.5, '1.5'],
  [() => 1, 'null'],
  [[1, [2, undefined]], '[1,[2,null]]'],
  [{ b: 1, a: { d: 2, c: [3] } }, '{"a":{"c":[3],"d":2},"b":1}'],
  [{ a: undefined, b: null }, '{"b":null}'],
  [{ c: 1, a: 2, b: 3 }, '{"a":2,"b":3,"c":1}'],
  [{ token: new Secret('x') }, '{"token":"[redacted]"}'],
])('the text of %o is %s', (value, text) => {
  expect(canonicalText(value)).toBe(text);
});

describe('a fingerprint', () => {
  test.prop([fc.jsonValue()])('is sixteen hexadecimal digits, whatever the value', (value) => {
    expect(fingerprint(value)).toMatch(/^[0-9a-f]{16}$/);
  });

  test.prop([fc.dictionary(fc.string(), fc.jsonValue())])(
    'does not depend on the order of members',
    (value) => {
      const turned = Object.fromEntries(Object.entries(value).toReversed());
      expect(fingerprint(turned)).toBe(fingerprint(value));
    },
  );

  test.prop([fc.array(fc.string(), { minLength: 2 })])('is another for every string', (texts) => {
    expect(new Set(texts.map(fingerprint)).size).toBe(new Set(texts).size);
  });

  // The status of objects contains these digits: with other ones every field of every object would
  // count as changed after an upgrade.
  test.each<[unknown, string]>([
    [null, '9b55e0da69fcb93a'],
    ['eu-west', '1601ced8ef82dfb5'],
    [{ size: 20, tags: ['a', 'b'] }, '97ce4932a6b75a9e'],
    [51, '007114e9cf975b2a'],
  ])('of %o stays what it was', (value, digits) => {
    expect(fingerprint(value)).toBe(digits);
  });
});

test.each<[unknown, unknown, boolean]>([
  [undefined, null, true],
  [{ a: 1, b: undefined }, { a: 1 }, true],
  [{ a: 1, b: 2 }, { b: 2, a: 1 }, true],
  [[1, 2], [2, 1], false],
  [1, '1', false],
  [{ a: null }, {}, false],
  [{ a: null }, { a: undefined, b: 1 }, false],
  [{ toString: null }, { a: null }, false],
  [[null], [undefined], true],
  [[], {}, false],
  [{ a: [1] }, { a: 1 }, false],
  [{ a: new Secret('x') }, { a: new Secret('y') }, true],
  [{ a: new Secret('x') }, { a: {} }, false],
])('%o and %o are the same: %s', (a, b, alike) => {
  expect(same(a, b)).toBe(alike);
});

const anything = fc.anything({ maxDepth: 2, withNullPrototype: true });

test.prop([anything, anything])('two values are the same where their texts are', (a, b) => {
  expect([same([a], [b]), same([a], [structuredClone(a)])]).toEqual([
    canonicalText([a]) === canonicalText([b]),
    true,
  ]);
});

test.prop([fc.jsonValue(), fc.jsonValue(), fc.nat(5)])(
  'a value that differs in one member is another one',
  (value, other, at) => {
    const [before, after] = [value, other].map((member) => ({ a: [at, { b: member, c: 1 }] }));
    expect(same(before, after)).toBe(canonicalText(before) === canonicalText(after));
  },
);

test('values that are nested deeper than a walk can go have a text, and those that differ above that differ', () => {
  const nested = (levels: number, end: unknown): unknown => {
    let value = end;
    for (let level = 0; level < levels; level++) value = level % 2 === 0 ? { a: value } : [value];
    return value;
  };
  expect(same(nested(9_000, 1), nested(9_000, 1))).toBe(true);
  expect(same(nested(9_000, 1), nested(9_000, 2))).toBe(true);
  expect([
    same(nested(90, 1), nested(90, 2)),
    same(nested(90, 1), nested(92, 1)),
    same(nested(9_000, 1), { a: 1 }),
  ]).toEqual([false, false, false]);
});
