import { describe, expect, test } from 'vitest';
import type { Outcome } from '../../model/outcome.ts';
import { rotation } from '../loop/rotation.ts';
import { endingOf, endingOfAll } from './ending.ts';

describe('an ending', () => {
  const waiting = (reason: 'Waiting' | 'HiddenOrGone'): Outcome => ({
    type: 'waiting',
    for: '',
    recheckMs: 1,
    reason,
  });
  const failed = (
    code: 'Busy' | 'Guarded' | 'NotYet' | 'Denied' | 'Unauthenticated' | 'Unreachable' | 'NotFound',
  ): Outcome => ({
    type: 'failed',
    failure: { code, detail: '' },
  });
  const rejected: Outcome = { type: 'failed', failure: { code: 'Rejected', problems: [] } };
  /** Lists the flags that hold: settled, resting, gone, moving, outside. */
  test.each<[Outcome, string, string]>([
    [{ type: 'settled' }, 'settled', 'settled resting moving'],
    [{ type: 'acted', verbs: [] }, 'acted', 'moving'],
    [waiting('Waiting'), 'waiting', 'moving'],
    [waiting('HiddenOrGone'), 'waiting', ''],
    [{ type: 'refused', field: '', detail: '' }, 'refused', 'resting'],
    [{ type: 'conflict', detail: '' }, 'conflict', ''],
    [{ type: 'drifted', fields: [] }, 'drifted', 'resting'],
    [{ type: 'lost', detail: '' }, 'lost', ''],
    [{ type: 'held', plan: { hash: '', steps: [] }, why: 'Preview' }, 'held', 'resting'],
    [{ type: 'paused' }, 'paused', ''],
    [{ type: 'gone' }, 'gone', 'gone'],
    [{ type: 'broken', detail: '' }, 'broken', ''],
    [failed('Busy'), 'Busy', 'moving outside'],
    [failed('Guarded'), 'Guarded', 'moving outside'],
    [failed('NotYet'), 'NotYet', 'moving outside'],
    [failed('NotFound'), 'NotFound', 'outside'],
    [failed('Unreachable'), 'Unreachable', 'outside'],
    [failed('Denied'), 'Denied', 'outside'],
    [failed('Unauthenticated'), 'Unauthenticated', 'outside'],
    [rejected, 'Rejected', ''],
  ])('%o is %s: %s', (outcome, name, facts) => {
    const ending = endingOf(outcome);
    const so = (['settled', 'resting', 'gone', 'moving', 'outside'] as const)
      .filter((fact) => ending[fact])
      .join(' ');
    expect([ending.name, so, ending.failure]).toEqual([
      name,
      facts,
      outcome.type === 'failed' ? outcome.failure : null,
    ]);
    expect(endingOfAll(outcome)).toEqual(ending);
  });

  test.each<[Outcome, Outcome, string]>([
    [{ type: 'settled' }, { type: 'settled' }, 'settled resting moving'],
    [{ type: 'settled' }, { type: 'conflict', detail: '' }, 'moving'],
    [{ type: 'conflict', detail: '' }, { type: 'settled' }, 'moving'],
    [{ type: 'refused', field: '', detail: '' }, { type: 'drifted', fields: [] }, 'resting'],
    [failed('Denied'), failed('Unreachable'), 'outside'],
    [failed('Denied'), rejected, ''],
  ])('of %o and %o is: %s', (reported, other, facts) => {
    const ending = endingOfAll(reported, [other]);
    expect(
      (['settled', 'resting', 'moving', 'outside'] as const)
        .filter((fact) => ending[fact])
        .join(' '),
    ).toBe(facts);
    expect(ending.name).toBe(endingOf(reported).name);
  });
});

test.each([
  [1, 0, 0, 900_000],
  [1, 0, 0.5, 1_800_000],
  [5_000, 0, 0, 900_000],
  [1, 3, 0.5, 600_000],
  [600, 1, 0.5, 600_000],
  [601, 1, 0.5, 601_000],
  [1_000, 2, 0, 1_000_000],
])(
  'of %d objects with %d reads each the next look at one is spread wide (%d): %d',
  (objects, reads, random, inMs) => {
    expect(rotation(objects, reads, random)).toEqual({ inMs, urgency: 'sweep' });
  },
);
