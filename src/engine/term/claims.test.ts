import { describe, expect, test } from 'vitest';
import { Claims, itemClaim } from './claims.ts';

const A = { uid: 'a', title: 'Thing default/a', namespace: 'default' };
const B = { uid: 'b', title: 'Thing default/b', namespace: 'default' };

describe('a claim', () => {
  test('is kept by who has it: its create may be under way', () => {
    const claims = new Claims();
    expect(claims.take('label x', A)).toBeNull();
    expect(claims.take('label x', B)).toEqual(A);
    expect(claims.take('label x', A)).toBeNull();
    expect([claims.otherThan('a', 'label x'), claims.otherThan('b', 'label x')]).toEqual([null, A]);
  });

  test('that is given up is free, and the others are kept', () => {
    const claims = new Claims();
    for (const thing of ['label x', 'label y']) claims.take(thing, A);
    claims.keepOnly('a', ['label y', 'label z']);
    expect(claims.take('label x', B)).toBeNull();
    expect(claims.take('label y', B)).toEqual(A);
  });

  test('names its object for as long as there is one', () => {
    const claims = new Claims();
    claims.take('label x', A);
    expect(claims.claimantOf('a')).toBe(A);
    claims.keepOnly('a', []);
    expect(claims.claimantOf('a')).toBeNull();
  });
});

describe('a claim with proof', () => {
  test('is taken from who holds it by a status alone, and kept from then on', () => {
    const claims = new Claims();
    claims.take('label x', A);
    expect(claims.isProven('label x')).toBe(false);
    expect(claims.prove('label x', B)).toBeNull();
    expect([claims.holds('a', 'label x'), claims.holds('b', 'label x')]).toEqual([false, true]);
    expect([claims.isProven('label x'), claims.claimantOf('a')]).toEqual([true, null]);
    expect(claims.prove('label x', A)).toEqual(B);
    expect(claims.prove('label x', B)).toBeNull();
    expect(claims.holds('b', 'label x')).toBe(true);
  });

  test('is without proof once it is given up', () => {
    const claims = new Claims();
    expect(claims.prove('label x', A)).toBeNull();
    claims.keepOnly('a', ['label x']);
    expect(claims.isProven('label x')).toBe(true);
    claims.keepOnly('a', []);
    expect([claims.isProven('label x'), claims.holds('a', 'label x')]).toEqual([false, false]);
    claims.take('label x', A);
    expect(claims.prove('label x', B)).toBeNull();
  });

  test('leaves the others of who had it before', () => {
    const claims = new Claims();
    for (const thing of ['label x', 'label y']) claims.take(thing, A);
    claims.prove('label x', B);
    claims.keepOnly('a', []);
    expect([claims.holds('b', 'label x'), claims.holds('a', 'label y')]).toEqual([true, false]);
  });
});

describe('a dispute about a claim', () => {
  const disputed = (claims: Claims) =>
    ['a', 'b', 'c'].filter((uid) => claims.isDisputed('label x', uid));

  test('is one for every object but the one that asks', () => {
    const claims = new Claims();
    expect(disputed(claims)).toEqual([]);
    claims.dispute('label x', 'b');
    expect([disputed(claims), claims.isDisputed('label y', 'a')]).toEqual([['a', 'c'], false]);
    claims.dispute('label x', 'c');
    expect(disputed(claims)).toEqual(['a', 'b', 'c']);
  });

  test('ends with the asking of each', () => {
    const claims = new Claims();
    for (const uid of ['b', 'c']) claims.dispute('label x', uid);
    claims.keepOnly('b', []);
    expect(disputed(claims)).toEqual(['a', 'b']);
    claims.keepOnly('c', ['label x']);
    expect(disputed(claims)).toEqual(['a', 'b']);
    claims.keepOnly('a', []);
    expect(disputed(claims)).toEqual(['a', 'b']);
    claims.keepOnly('c', ['label y']);
    expect(disputed(claims)).toEqual([]);
  });
});

test('the things of others are found by how their names begin', () => {
  const claims = new Claims();
  claims.take(itemClaim('A', 'Gadget', 1), A);
  claims.take(itemClaim('A', 'Gadget', 2), B);
  claims.take(itemClaim('B', 'Gadget', 3), B);
  expect(claims.others('a', 'item|A|')).toEqual([['item|A|Gadget|2', B]]);
  expect(claims.others('', 'item|').map(([thing]) => thing)).toEqual([
    'item|A|Gadget|1',
    'item|A|Gadget|2',
    'item|B|Gadget|3',
  ]);
});
