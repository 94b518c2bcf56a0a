import { test as check, fc } from '@fast-check/vitest';
import { describe, expect, test } from 'vitest';
import { isAlike, LARGE_LIST, packed, packedSize } from './packed.ts';

const TEXTS = LARGE_LIST / 32;
const many = (what: string): readonly string[] =>
  Array.from({ length: TEXTS }, (_, n) => `${what}-${n}`.padEnd(32, '.'));
const isPacked = (map: object, key: string): boolean =>
  !('value' in (Object.getOwnPropertyDescriptor(map, key) ?? {}));

const member = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom('a', 'b').map((what) => many(what)),
  fc.constantFrom('a', 'b').map((what) => ({ [what]: { __proto__: null, list: many(what) } })),
);
const value = fc.oneof(fc.dictionary(fc.string(), member, { maxKeys: 4 }), member);

check.prop([value])('what is packed reads like what was given', (given) => {
  const kept = packed(given);
  expect(JSON.stringify(kept)).toBe(JSON.stringify(given));
  expect(JSON.stringify({ ...(kept as object) })).toBe(JSON.stringify({ ...(given as object) }));
  expect(packed(kept)).toBe(kept);
});

check.prop([value, value])(
  'what is packed is like another value where both are the same',
  (a, b) => {
    const kept = packed(a);
    expect(isAlike(kept, JSON.parse(JSON.stringify(a)))).toBe(true);
    expect(isAlike(kept, b)).toBe(isAlike(a, b));
    expect(isAlike(kept, packed(b))).toBe(isAlike(a, b));
  },
);

describe('a list', () => {
  test('that is large is packed where maps lead to it, and what is beside it is not', () => {
    const kept = packed({ id: 1, spec: { rules: { inbound: many('a'), outbound: ['b'] } } });
    expect(isPacked(kept.spec.rules, 'inbound')).toBe(true);
    expect(isPacked(kept.spec.rules, 'outbound')).toBe(false);
    expect(kept.spec.rules.inbound).toEqual(many('a'));
  });

  test('counts with the size of its text, and what is not packed counts for nothing', () => {
    const [first, second] = [many('a'), many('b')];
    const kept = packed({ spec: { first, rules: { second }, text: 'x'.repeat(LARGE_LIST) } });
    const size = JSON.stringify(first).length + JSON.stringify(second).length;
    expect([packedSize(kept), packedSize({ first }), packedSize(null)]).toEqual([size, 0, 0]);
  });

  test('that is nested thousands of levels deep is kept as it is', () => {
    const nested = Array.from({ length: 20_000 }).reduce<unknown>((inner) => [inner], 'x');
    const kept = { status: { list: [nested] } };
    expect(packed(kept)).toBe(kept);
  });

  test('is the same one for who asks again', () => {
    const kept = packed({ list: many('a') });
    expect(kept.list).toBe(kept.list);
  });

  test('is unpacked for few at a time: those that were asked for first are let go', () => {
    const first = packed({ list: many('first') });
    const before = first.list;
    for (let n = 0; n < 16; n++)
      expect(packed({ list: many(`other-${n}`) }).list).toHaveLength(TEXTS);
    expect(first.list).not.toBe(before);
    expect(first.list).toEqual(before);
  });
});

test('a value without a large list is the value itself', () => {
  const small = { id: 1, tags: ['a'], text: 'x'.repeat(2 * LARGE_LIST) };
  expect(packed(small)).toBe(small);
});

test('the order of members does not matter', () => {
  const rules = many('a').map((label) => ({ label, action: 'ACCEPT' }));
  const turned = rules.map(({ label, action }) => ({ action, label }));
  const kept = packed({ rules });
  expect([1, 2].map(() => isAlike(kept, { rules: turned }))).toEqual([true, true]);
  expect(isAlike(kept, { rules: turned.toReversed() })).toBe(false);
});
