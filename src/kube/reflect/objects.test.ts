import { expect, test } from 'vitest';
import { GADGETS } from '../../../test/support/kube/watching-rig.ts';
import type { KubeObject } from '../../engine/ports/cluster.ts';
import { keptObject, readObject } from './objects.ts';

const LIST = Array.from({ length: 2_000 }, (_, n) => `a text that is long enough ${n}`);

const read = (resourceVersion: string, generation: number, spec: object): KubeObject => {
  const metadata = { name: 'a', namespace: 'ns', uid: 'u', resourceVersion, generation };
  const object = readObject(GADGETS, JSON.parse(JSON.stringify({ metadata, spec })));
  if (object === null) throw new Error('no object');
  return object;
};

test('a copy that is kept has its large lists packed, and reads like the one that came', () => {
  const came = read('1', 1, { size: 1, list: LIST });
  const kept = keptObject(undefined, came);
  expect(Object.getOwnPropertyDescriptor(kept.spec, 'list')).not.toHaveProperty('value');
  expect(kept).toEqual(came);
});

test.for([
  ['the same spec', 1, { size: 1, list: LIST }, true],
  ['another list', 2, { size: 1, list: LIST.toReversed() }, false],
  ['another spec of a generation that was counted twice', 1, { size: 2, list: LIST }, false],
] as const)(
  'a newer copy with %s shares its spec with the one before: %s',
  ([, generation, spec, isShared]) => {
    const before = keptObject(undefined, read('1', 1, { size: 1, list: LIST }));
    const after = keptObject(before, read('2', generation, spec));
    expect(after.spec === before.spec).toBe(isShared);
    expect(after).toEqual(read('2', generation, spec));
  },
);
