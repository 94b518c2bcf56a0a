import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ANNOTATION } from '../../model/group.ts';
import type { Intent } from '../../model/intent.ts';
import type { KubeObject } from '../ports/cluster.ts';
import {
  givingUp,
  INTENT_VALID_MS,
  intentIn,
  intentOf,
  madeBy,
  ownIntentOf,
  recordOf,
  strangeIntentOf,
} from './intent.ts';

const AT = Date.UTC(2026, 0, 1, 12, 0, 0);
const INTENT: Intent = {
  uid: 'me',
  at: AT,
  account: 'a',
  path: '/things',
  key: 'web',
  marked: true,
};

const RECORD = recordOf(INTENT);

const objectWith = (
  intent: unknown,
  annotations: Readonly<Record<string, string>> = {},
): KubeObject => ({
  apiVersion: 'cloudinfra.dev/v1alpha1',
  kind: 'Thing',
  metadata: {
    name: 'web',
    namespace: 'default',
    uid: 'me',
    resourceVersion: '1',
    generation: 1,
    creationTimestamp: '2026-01-01T00:00:00Z',
    annotations,
  },
  status: { internal: { intent } },
});

describe('an intent', () => {
  test.for<[string, unknown, own: boolean, counts: boolean]>([
    ['that was recorded for this object and this account counts', RECORD, true, true],
    [
      'that came with a copied status is of another object',
      { ...RECORD, uid: 'other' },
      false,
      false,
    ],
    ['for another account is not for this one', { ...RECORD, account: 'b' }, true, false],
    ['that lacks what it has to say is none', { uid: 'me' }, false, false],
    ['that was never recorded is none', undefined, false, false],
  ])('%s', ([, intent, own, counts]) => {
    const object = objectWith(intent);
    expect([ownIntentOf(object) !== null, intentOf(object, 'a') !== null]).toEqual([own, counts]);
  });

  test.for<[string, string, own: boolean, strange: boolean]>([
    ['that a person gave up is none', givingUp(INTENT), false, false],
    ['after one that a person gave up counts', givingUp({ at: INTENT.at - 1 }), true, false],
    ['is not given up by a word that names none', 'none', true, true],
    ['is not given up by a moment in another form', `none-${AT}`, true, true],
  ])('%s', ([, said, own, strange]) => {
    const object = objectWith(RECORD, { [ANNOTATION.intent]: said });
    expect([ownIntentOf(object) !== null, strangeIntentOf(object) !== null]).toEqual([
      own,
      strange,
    ]);
  });

  test('in an annotation is none, and says nothing about the one that was recorded', () => {
    const forged = JSON.stringify({ ...RECORD, marked: false });
    expect(ownIntentOf(objectWith(undefined, { [ANNOTATION.intent]: forged }))).toBeNull();
    expect(ownIntentOf(objectWith(RECORD, { [ANNOTATION.intent]: forged }))).toEqual(INTENT);
    expect(strangeIntentOf(objectWith(undefined, { [ANNOTATION.intent]: forged }))).toBe(forged);
  });
});

describe('what an intent may have brought about is of its time', () => {
  test.for<[string | undefined, boolean]>([
    ['2026-01-01T11:59:57', false],
    ['2026-01-01T11:59:58', true],
    ['2026-01-01T12:01:10', true],
    ['2026-01-01T12:01:11', false],
    ['2026-01-01 12:00:05', true],
    ['2026-01-01T14:00:05+02:00', true],
    ['some day', false],
    [undefined, false],
  ])('%s', ([created, isSo]) => {
    expect(madeBy(INTENT, created, 30_000)).toBe(isSo);
  });

  const slowness = fc.record({
    answerMs: fc.nat(29_000),
    leftMs: fc.nat(INTENT_VALID_MS),
    createMs: fc.nat(30_000),
    pastSecond: fc.nat(999),
  });

  test('also where the answer that showed the clock was slow, and the create is', () => {
    const isMadeBy = fc.property(slowness, ({ answerMs, leftMs, createMs, pastSecond }) => {
      const recordedAt = AT + pastSecond;
      const readAs = Math.floor((recordedAt - answerMs) / 1_000) * 1_000;
      const created = new Date(recordedAt + leftMs + createMs).toISOString().slice(0, 19);
      return madeBy({ ...INTENT, at: readAs }, created, 30_000);
    });
    expect(fc.check(isMadeBy)).toMatchObject({ failed: false });
  });
});

const GIVEN = {
  uid: 'u-1',
  at: 1_700_000_000_001,
  account: 'a-1',
  path: '/volumes',
  key: 'data',
  marked: true,
};
const WRITTEN = recordOf(GIVEN);

test('an intent is recorded with its time to the millisecond, in RFC 3339', () => {
  expect(WRITTEN.recordedAt).toBe('2023-11-14T22:13:20.001Z');
});

test.each([GIVEN, { ...GIVEN, by: 'guest' }])(
  'an intent is read as it was recorded: %j',
  (written) => {
    expect(intentIn(recordOf(written))).toEqual(written);
  },
);

test.each([
  undefined,
  null,
  {},
  { ...WRITTEN, recordedAt: 'now' },
  { ...WRITTEN, recordedAt: 5 },
  { ...WRITTEN, more: 1 },
])('%j is no intent', (written) => {
  expect(intentIn(written)).toBeNull();
});
