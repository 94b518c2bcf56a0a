import { describe, expect, test } from 'vitest';
import { type Scene, stage } from '../../../test/support/stage.ts';
import { ELAPSED, NOW } from '../../../test/support/stage-service.ts';
import { CLASS_LABEL } from '../../model/group.ts';
import { newMemory } from '../pass/memory.ts';
import { leaveTo } from './other-operator.ts';

const OTHER = { name: 'other/op', class: 'gold' };
const TOLD =
  'the operator other/op manages this object, according to its status; it releases the object when it runs; if it stopped permanently, set the annotation cloudinfra.dev/moved-from to other/op';

describe('an object that left the class of the operator that its status names', () => {
  const waits = (recheckMs: number) => ({
    outcome: {
      type: 'waiting',
      for: 'the operator other/op to release the object',
      recheckMs,
      reason: 'Waiting',
    },
    isReported: false,
  });
  const conflict = {
    outcome: { type: 'conflict', detail: TOLD, reason: 'OtherOperator' },
    isReported: true,
  };
  test.each<[string, number, object]>([
    ['waits half a minute', 0, waits(30_000)],
    ['waits as long as is left of it', 10_000, waits(20_000)],
    ['waits to its end', 29_999, waits(1)],
    ['is in conflict then', 30_000, conflict],
  ])('%s', (_, age, left) => {
    const otherSince = age === 0 ? 0 : ELAPSED - age;
    const { pass, memory, events } = stage({
      memory: { otherSince, attempts: 3, ending: 'waiting', unsettled: true },
    });
    expect(leaveTo(OTHER, pass)).toEqual(left);
    expect(memory).toEqual({
      ...newMemory(NOW),
      attempts: 3,
      ending: 'waiting',
      otherSince: ELAPSED - age,
    });
    expect(events).toEqual([]);
  });
});

test.each<[string, Scene, string | null]>([
  ['without a class', {}, null],
  ['of the class', { metadata: { labels: { [CLASS_LABEL]: 'gold' } } }, 'gold'],
])('an object %s is left to another operator that serves it, at once', (_, scene, named) => {
  const { pass, events } = stage(scene);
  const left = leaveTo({ name: 'other/op', class: named }, pass);
  expect(left).toMatchObject({ outcome: { type: 'conflict' }, isReported: false });
  expect(events).toMatchObject([{ type: 'Warning', reason: 'OtherOperator' }]);
});
