import { describe, expect, test } from 'vitest';
import type { Failure } from '../../model/failure.ts';
import type { Outcome } from '../../model/outcome.ts';
import { planOf } from '../../model/plan.ts';
import { KUBERNETES } from '../pass/trouble.ts';
import { type Again, again, soonest } from './requeue.ts';

const waiting: Outcome = { type: 'waiting', for: 'x', recheckMs: 5_000, reason: 'Waiting' };
const NO_JITTER = 0.5;

test.each([
  ['soon at first', waiting, 1, 1_000],
  ['as often as it asked for', waiting, 10, 5_000],
  ['less and less where it may never come', waiting, 36, 14_930],
  ['once a minute in the end', waiting, 200, 60_000],
  ['not more often than it asked for', { ...waiting, recheckMs: 120_000 }, 200, 15_000 * 8],
] as const)('what is waited for is looked at %s', (_name, outcome, attempts, inMs) => {
  expect(again(outcome, undefined, attempts, NO_JITTER)?.inMs).toBe(inMs);
});

test.each([
  ['soon', 1, 1_000],
  ['four times a minute', 20, 15_000],
  ['once a minute where it may never be', 200, 60_000],
] as const)('an item that is not usable is looked at %s', (_name, attempts, inMs) => {
  const health = {
    ready: false,
    reason: 'ContactSupport',
    message: 'the service has a problem with it',
  };
  expect(again({ type: 'settled' }, health, attempts, NO_JITTER)?.inMs).toBe(inMs);
});

const MINUTE_MS = 60_000;
const SLOWLY = [10 * MINUTE_MS, 10 * MINUTE_MS, 'sweep'] as const;
const plan = planOf({ uid: 'u', asked: 'spec-1', id: 1, consents: 0 }, []);
const failed = (failure: Failure): Outcome => ({ type: 'failed', failure });

/** Outcome; then the delay and urgency of the requeue after the first such ending, and after the
 *  twentieth. */
const rows: readonly (readonly [string, Outcome, number, number, string])[] = [
  ['acted', { type: 'acted', verbs: ['Resize'] }, 500, 15_000, 'completion'],
  ['waiting', waiting, 1_000, 5_000, 'completion'],
  ['refused', { type: 'refused', field: 'spec.size', detail: 'no' }, ...SLOWLY],
  ['in conflict', { type: 'conflict', detail: 'taken' }, ...SLOWLY],
  ['lost', { type: 'lost', detail: 'gone' }, ...SLOWLY],
  ['held', { type: 'held', plan, why: 'ConsentRequired' }, ...SLOWLY],
  ['drifted', { type: 'drifted', fields: ['size'] }, ...SLOWLY],
  ['broken', { type: 'broken', detail: 'oops' }, 5_000, 5 * MINUTE_MS, 'repair'],
  ['unreachable', failed({ code: 'Unreachable', detail: '' }), 1_000, MINUTE_MS, 'repair'],
  ['unreadable', failed({ code: 'Unreadable', detail: '' }), 5_000, 5 * MINUTE_MS, 'repair'],
  ['busy', failed({ code: 'Busy', detail: '' }), 2_000, 15_000, 'repair'],
  ['guarded', failed({ code: 'Guarded', detail: '' }), 3_000, 429_982, 'repair'],
  ['throttled', failed({ code: 'Throttled', detail: '' }), 2_000, MINUTE_MS, 'repair'],
  [
    'throttled for long',
    failed({ code: 'Throttled', detail: '', retryAfterMs: 90_000 }),
    90_000,
    90_000,
    'repair',
  ],
  ['denied', failed({ code: 'Denied', detail: '' }), ...SLOWLY],
  [
    'forbidden by Kubernetes',
    { ...failed({ code: 'Denied', detail: '' }), speaker: 'the Kubernetes API' } as Outcome,
    5_000,
    MINUTE_MS,
    'repair',
  ],
  ['without a valid token', failed({ code: 'Unauthenticated', detail: '' }), ...SLOWLY],
  ['rejected', failed({ code: 'Rejected', problems: [] }), ...SLOWLY],
  ['not the leader', failed({ code: 'Fenced', detail: '' }), 5_000, 5_000, 'repair'],
  ['overtaken', failed({ code: 'Overtaken', detail: '' }), 100, 15_000, 'repair'],
];

test.each(rows)(
  'what ended %s is looked at again in time',
  (_name, outcome, first, last, urgency) => {
    expect(again(outcome, undefined, 1, NO_JITTER)).toEqual({ inMs: first, urgency });
    expect(again(outcome, undefined, 20, NO_JITTER)).toEqual({ inMs: last, urgency });
  },
);

test.each([
  ['soon', 1, 3_000],
  ['every two minutes', 13, 2 * MINUTE_MS],
  ['every ten minutes where it lasts', 50, 10 * MINUTE_MS],
] as const)('a refusal that other items may lift is looked at %s', (_name, attempts, inMs) => {
  const outcome = failed({ code: 'Guarded', detail: '' });
  expect(again(outcome, undefined, attempts, NO_JITTER)?.inMs).toBe(inMs);
});

test.each<Outcome>([{ type: 'settled' }, { type: 'paused' }, { type: 'gone' }])(
  'what ended $type wants no other look',
  (outcome) => {
    expect(again(outcome, undefined, 1, NO_JITTER)).toBeNull();
    expect(
      again(outcome, { ready: true, reason: 'Active', message: 'usable' }, 1, NO_JITTER),
    ).toBeNull();
  },
);

test('a tenth more or less keeps many objects apart', () => {
  expect([0, 0.25, 1].map((random) => again(waiting, undefined, 10, random)?.inMs)).toEqual([
    4_500, 4_750, 5_500,
  ]);
});

describe('the first of several looks', () => {
  const at = (inMs: number, urgency: Again['urgency'] = 'repair'): Again => ({ inMs, urgency });
  test.each<[string, readonly (Again | null)[], number | undefined, Again | null]>([
    ['is none without any', [null, null], undefined, null],
    ['is the only one', [null, at(5), null], undefined, at(5)],
    ['is the soonest', [at(5), at(3), at(4)], undefined, at(3)],
    [
      'is the last of those that come at once',
      [at(5, 'user'), at(5, 'sweep')],
      undefined,
      at(5, 'sweep'),
    ],
    ['is no later than asked for', [at(5)], 4, at(4, 'sweep')],
    ['is sooner than asked for', [at(5)], 6, at(5)],
    ['is the one that was asked for', [null], 4, at(4, 'sweep')],
  ])('%s', (_, looks, recheckMs, first) => {
    expect(soonest(looks, recheckMs)).toEqual(first);
  });
});

test.each<[string, Failure, string | undefined, number]>([
  [
    'a right that the operator lacks in Kubernetes',
    { code: 'Denied', detail: '' },
    KUBERNETES,
    5_000,
  ],
  ['a right that the token lacks', { code: 'Denied', detail: '' }, undefined, 10 * MINUTE_MS],
  ['another trouble of Kubernetes', { code: 'Unreadable', detail: '' }, KUBERNETES, 5_000],
  ['a conflict with it', { code: 'Overtaken', detail: '' }, KUBERNETES, 100],
])('%s is looked at again in its time', (_, failure, speaker, inMs) => {
  const outcome: Outcome = {
    type: 'failed',
    failure,
    ...(speaker === undefined ? {} : { speaker }),
  };
  expect(again(outcome, undefined, 1, NO_JITTER)?.inMs).toBe(inMs);
});
