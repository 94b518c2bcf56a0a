import { describe, expect, test } from 'vitest';
import { Claims } from './claims.ts';

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
