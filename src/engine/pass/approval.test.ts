import { describe, expect, test } from 'vitest';
import type { KubeObject } from '../ports/cluster.ts';
import { approvalsOf, idleApproval, printOfAsked } from './approval.ts';

const objectWith = (
  spec: unknown,
  annotations: Readonly<Record<string, string>> = {},
  more: object = {},
): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Thing',
  metadata: {
    name: 'a',
    namespace: 'ns',
    uid: 'u',
    resourceVersion: '1',
    generation: 2,
    creationTimestamp: '2026-01-01T00:00:00Z',
    annotations,
    ...more,
  },
  spec,
});
const approving = (approvedPlan: unknown, policy: object = {}) => ({
  size: 1,
  policy: { ...policy, approvedPlan },
});
const GIVEN = { 'cloudinfra.dev/consent': 'a1' };

describe('the approvals of an object', () => {
  test.each([
    ['none', objectWith({ size: 1 }), []],
    ['the annotation', objectWith({}, GIVEN), ['a1']],
    ['the spec', objectWith(approving('b2')), ['b2']],
    ['both', objectWith(approving('b2'), GIVEN), ['a1', 'b2']],
    ['no text', objectWith(approving(7)), []],
    ['no spec', objectWith(undefined), []],
  ] as const)('%s', (_, object, hashes) => {
    expect(approvalsOf(object)).toEqual(hashes);
  });
});

describe('what an object asks for', () => {
  const plain = printOfAsked(objectWith({ size: 1 }));

  test.each([
    ['an approval alone', objectWith(approving('b2')), true],
    ['the annotation', objectWith({ size: 1 }, GIVEN), true],
    ['an empty policy', objectWith({ size: 1, policy: {} }), true],
    ['another field', objectWith({ size: 2 }), false],
    ['another policy', objectWith({ size: 1, policy: { drift: 'Report' } }), false],
    [
      'its deletion',
      objectWith({ size: 1 }, {}, { deletionTimestamp: '2026-01-01T00:00:00Z' }),
      false,
    ],
  ] as const)('is the same after %s: %#', (_, object, isSame) => {
    expect(printOfAsked(object) === plain).toBe(isSame);
  });

  test('is the same whatever plan is approved beside another policy', () => {
    const prints = ['a1', 'b2', undefined].map((hash) =>
      printOfAsked(objectWith(approving(hash, { drift: 'Report' }))),
    );
    expect(new Set(prints).size).toBe(1);
  });
});

describe('an approval in the spec that lets nothing run', () => {
  const used = { status: { internal: { usedPlan: 'b2' } } };

  test.each([
    ['is none where there is none', objectWith({}), 'c3', undefined],
    ['is none where it names the plan', objectWith(approving('b2')), 'b2', undefined],
    ['names another plan', objectWith(approving('b2')), 'c3', 'OtherPlan'],
    ['names a plan while none waits', objectWith(approving('b2')), null, 'OtherPlan'],
    ['was used', { ...objectWith(approving('b2')), ...used }, 'c3', 'Used'],
    ['is not the annotation', objectWith({}, GIVEN), 'c3', undefined],
  ] as const)('%s', (_, object, hash, approval) => {
    expect(idleApproval(object, hash)).toEqual(approval === undefined ? {} : { approval });
  });
});
