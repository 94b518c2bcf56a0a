import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { formatKey, namespacedName, parseKey, titleOf } from './object-key.ts';

const DATA = { kind: 'Volume', namespace: 'shop', name: 'data' };

/** A text that the API server accepts as one of the names: none contains a slash. */
const part = fc.stringMatching(/^[A-Za-z0-9]([A-Za-z0-9.-]{0,20}[A-Za-z0-9])?$/);
const names = fc.record({ kind: part, namespace: part, name: part });

describe('the key of an object', () => {
  test('is its kind, namespace and name', () => {
    expect([formatKey(DATA), namespacedName(DATA), titleOf(DATA)]).toEqual([
      'Volume/shop/data',
      'shop/data',
      'Volume shop/data',
    ]);
  });

  test.prop([names])('is read back as it was written', (name) => {
    expect(parseKey(formatKey(name))).toEqual(name);
  });

  test.prop([names, names])('is the same for the same name alone', (one, other) => {
    const isSame =
      one.kind === other.kind && one.namespace === other.namespace && one.name === other.name;
    expect(formatKey(one) === formatKey(other)).toBe(isSame);
  });
});
