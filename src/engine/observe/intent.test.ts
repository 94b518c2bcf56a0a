import { describe, expect, test } from 'vitest';
import { ANNOTATION } from '../../model/group.ts';
import type { Intent } from '../../model/intent.ts';
import type { KubeObject } from '../ports/cluster.ts';
import { encodeIntent, intentOf, madeBy, ownIntentOf } from './intent.ts';

const AT = Date.UTC(2026, 0, 1, 12, 0, 0);
const INTENT: Intent = { uid: 'me', at: AT, account: 'a', path: '/things', key: 'web', marked: true };

const objectWith = (annotations: Readonly<Record<string, string>>): KubeObject => ({
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
});

describe('an intent', () => {
  test.for<[string, Readonly<Record<string, string>>, own: boolean, counts: boolean]>([
    ['that was written for this object and this account counts', encodeIntent(INTENT), true, true],
    ['that came with a copied manifest is of another object', encodeIntent({ ...INTENT, uid: 'other' }), false, false],
    ['for another account is not for this one', encodeIntent({ ...INTENT, account: 'b' }), true, false],
    ['that somebody mangled is none', { [ANNOTATION.intent]: '{"uid":"me"' }, false, false],
    ['that lacks what it has to say is none', { [ANNOTATION.intent]: '{"uid":"me"}' }, false, false],
    ['that nobody wrote is none', {}, false, false],
  ])('%s', ([, annotations, own, counts]) => {
    const object = objectWith(annotations);
    expect([ownIntentOf(object) !== null, intentOf(object, 'a') !== null]).toEqual([own, counts]);
  });
});

describe('what an intent may have brought about is of its time', () => {
  test.for<[string | undefined, boolean]>([
    ['2026-01-01T11:59:57', false],
    ['2026-01-01T11:59:58', true],
    ['2026-01-01T12:00:40', true],
    ['2026-01-01T12:00:41', false],
    ['2026-01-01 12:00:05', true],
    ['2026-01-01T14:00:05+02:00', true],
    ['some day', false],
    [undefined, false],
  ])('%s', ([created, isSo]) => {
    expect(madeBy(INTENT, created, 30_000)).toBe(isSo);
  });
});
