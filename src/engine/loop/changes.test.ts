import { describe, expect, test } from 'vitest';
import { ANNOTATION, CLASS_LABEL, FINALIZER } from '../../model/group.ts';
import type { KubeObject } from '../ports/cluster.ts';
import { asksForPass, face, isAtRest } from './changes.ts';

const metadata = {
  name: 'a',
  namespace: 'ns',
  uid: 'u',
  resourceVersion: '1',
  generation: 1,
  creationTimestamp: '2026-01-01T00:00:00Z',
};
const object = (over: Partial<KubeObject['metadata']> = {}, status?: object): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Thing',
  metadata: { ...metadata, ...over },
  ...(status === undefined ? {} : { status }),
});
const GOING = { deletionTimestamp: '2026-01-02T00:00:00Z' };
const annotated = (key: string, value: string) => object({ annotations: { [key]: value } });

test.each<[string, KubeObject | undefined, KubeObject, boolean]>([
  ['a new object', undefined, object(), true],
  ['another version of the same', object(), object({ resourceVersion: '2' }, { id: 1 }), false],
  ['a change of the spec', object(), object({ generation: 2 }), true],
  ['a deletion', object(), object(GOING), true],
  [
    'a finalizer that another writer removed',
    object({ finalizers: [FINALIZER] }),
    object({ finalizers: [] }),
    true,
  ],
  ['a finalizer that we set', object(), object({ finalizers: [FINALIZER] }), false],
  ['a finalizer of another owner', object({ finalizers: ['other'] }), object(), false],
  ['a consent', object(), annotated(ANNOTATION.consent, 'abc'), true],
  [
    'another consent',
    annotated(ANNOTATION.consent, 'abc'),
    annotated(ANNOTATION.consent, 'def'),
    true,
  ],
  ['a look that is asked for', object(), annotated(ANNOTATION.sync, '1'), true],
  ['an intent given up', object(), annotated(ANNOTATION.intent, 'none-1'), true],
  ['another class', object(), object({ labels: { [CLASS_LABEL]: 'gold' } }), true],
  ['another label', object(), object({ labels: { app: 'web' } }), false],
  ['an operator that let go', object({}, { operator: { name: 'a/b' } }), object({}, {}), true],
  ['an operator that took it', object({}, {}), object({}, { operator: { name: 'a/b' } }), false],
  ['an annotation of another owner', object(), annotated('example.com/note', 'hello'), false],
])('%s asks for a pass: %#', (_, before, after, asks) => {
  expect(asksForPass(before, after)).toBe(asks);
});

describe('what dependents see of an object', () => {
  const there = object(
    { labels: { app: 'web' } },
    { id: 1, conditions: [], observedGeneration: 1, internal: {}, plan: null },
  );
  test.each<[string, KubeObject | undefined, boolean]>([
    [
      'its own words about itself',
      object(
        { labels: { app: 'web' } },
        { id: 1, conditions: [{}], observedGeneration: 2, internal: { applied: { a: 'b' } } },
      ),
      true,
    ],
    ['another value', object({ labels: { app: 'web' } }, { id: 2 }), false],
    ['another label', object({ labels: { app: 'db' } }, { id: 1 }), false],
    ['another object of the name', object({ labels: { app: 'web' }, uid: 'v' }, { id: 1 }), false],
    ['its end', object({ labels: { app: 'web' }, ...GOING }, { id: 1 }), false],
    ['that it is gone', undefined, false],
  ])('stays the same with %s: %#', (_, after, same) => {
    expect(face(after) === face(there)).toBe(same);
  });

  test('is nothing where it is not there', () => {
    expect(face(undefined)).toBe('');
  });
});

test.each<[string, KubeObject, boolean]>([
  ['one that was never looked at', object(), false],
  [
    'one that is ready',
    object({}, { observedGeneration: 1, conditions: [{ type: 'Ready', status: 'True' }] }),
    true,
  ],
  [
    'one that is not ready',
    object({}, { observedGeneration: 1, conditions: [{ type: 'Ready', status: 'False' }] }),
    false,
  ],
  [
    'one of which only the sync is true',
    object({}, { observedGeneration: 1, conditions: [{ type: 'Synced', status: 'True' }] }),
    false,
  ],
  [
    'one whose spec changed',
    object(
      { generation: 2 },
      { observedGeneration: 1, conditions: [{ type: 'Ready', status: 'True' }] },
    ),
    false,
  ],
  [
    'one that goes',
    object(GOING, { observedGeneration: 1, conditions: [{ type: 'Ready', status: 'True' }] }),
    false,
  ],
])('%s is at rest: %#', (_, one, rests) => {
  expect(isAtRest(one)).toBe(rests);
});
