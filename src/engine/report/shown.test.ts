import { describe, expect, test } from 'vitest';
import { planOf } from '../../model/plan.ts';
import { post } from '../../model/request.ts';
import { type Change, call, wait } from '../../model/step.ts';
import { counted, shortened } from '../pass/truncation.ts';
import { verdictOf } from '../pass/verdict.ts';
import { conditionsAfter } from './conditions.ts';
import { shownDrift, shownIds, shownPlan, shownStrays } from './shown.ts';

const SUBJECT = { uid: 'u', asked: 'spec-1', id: 7, consents: 0 };
const change = (field: string, to: unknown, whole?: unknown): Change => ({
  field,
  from: null,
  to,
  ...(whole === undefined ? {} : { whole }),
});
const grow = (to: unknown, loses?: string) =>
  call(
    'Grow',
    post('/g', {}),
    [change('size', to)],
    loses === undefined ? {} : { effect: 'destroys', loses },
  );
const LONG = 'x'.repeat(5_000);

test('a plan is shown step by step, under its hash', () => {
  const plan = planOf(SUBJECT, [grow(3), wait('peace'), grow(LONG, LONG)]);
  const shown = shownPlan(plan);
  expect(shown).toMatchObject({
    hash: plan.hash,
    steps: [
      { verb: 'Grow', effect: 'none', changes: [{ field: 'size', from: 'null', to: '3' }] },
      { verb: 'wait', effect: 'none' },
      { effect: 'destroys' },
    ],
  });
  expect([shown.more, 'loses' in (shown.steps[0] ?? {}), shown.steps[1]?.changes]).toEqual([
    undefined,
    false,
    undefined,
  ]);
  const [, , long] = shown.steps;
  expect([long?.loses?.length, String(long?.changes?.[0]?.to).length]).toEqual([4_096, 2_048]);
  expect(shown.steps.every(({ summary }) => summary.length > 3 && summary.length <= 4_096)).toBe(
    true,
  );
});

test.each([
  [50, 50, undefined],
  [51, 50, 1],
  [60, 50, 10],
])('of %d small steps %d are shown, and %s more counted', (steps, shown, more) => {
  const plan = shownPlan(
    planOf(
      SUBJECT,
      Array.from({ length: steps }, (_, i) => grow(i)),
    ),
  );
  expect([plan.steps.length, plan.more]).toEqual([shown, more]);
});

test('of large steps the values go first, then the steps', () => {
  const plan = shownPlan(
    planOf(
      SUBJECT,
      Array.from({ length: 40 }, (_, i) => grow(`${i}${LONG}`)),
    ),
  );
  const withValues = plan.steps.filter(({ changes }) => changes !== undefined).length;
  expect(JSON.stringify(plan.steps).length).toBeLessThan(49_152 + 2_000);
  expect(withValues).toBeGreaterThan(5);
  expect([withValues < plan.steps.length, plan.steps.length + (plan.more ?? 0)]).toEqual([
    true,
    40,
  ]);
  const last = plan.steps.at(-1);
  expect(
    shownPlan(
      planOf(SUBJECT, [...Array.from({ length: 40 }, (_, i) => grow(`${i}${LONG}`)), wait('x')]),
    ).steps.at(-1),
  ).toEqual(last);
});

describe('differences', () => {
  const drift = (count: number, value: unknown = 3) =>
    Array.from({ length: count }, (_, i) => change(`f${i}`, value));
  test('are shown with the time at which each was first seen', () => {
    const before = {
      drift: [
        { field: 'f0', desired: '1', observed: '2', firstSeenAt: 'then' },
        { field: 'list', desired: 'a', observed: 'null', firstSeenAt: 'then' },
      ],
    };
    const list = [change('list', 'a', ['a', 'b']), change('list', 'b', ['a', 'b'])];
    expect(shownDrift([...drift(2), ...list], before, 'now')).toEqual([
      { field: 'f0', desired: '3', observed: 'null', firstSeenAt: 'then' },
      { field: 'f1', desired: '3', observed: 'null', firstSeenAt: 'now' },
      { field: 'list', desired: 'a', observed: 'null', firstSeenAt: 'then' },
      { field: 'list', desired: 'b', observed: 'null', firstSeenAt: 'now' },
    ]);
    expect(shownDrift(drift(1), {}, 'now')).toHaveLength(1);
  });

  test.each([
    [60, 3, 50],
    [3, { deep: LONG }, 3],
    [20, LONG, 7],
  ])('%d of them in bounded room: %o', (count, value, shown) => {
    expect(shownDrift(drift(count, value), {}, 'now')).toHaveLength(shown);
  });
});

test.each([
  ['short', 'short'],
  ['x'.repeat(4_096), 'x'.repeat(4_096)],
  ['x'.repeat(4_097), `${'x'.repeat(4_095)}…`],
])('a line is cut where it is too long', (line, shown) => {
  expect(shortened(line)).toBe(shown);
});

test('words are counted in the order of their first', () => {
  expect(counted(['Tag', 'Remove', 'Tag', 'Tag'])).toBe('3 times Tag, Remove');
  expect(counted([])).toBe('');
});

describe('Ready', () => {
  const READY = { ready: true, reason: 'Active', message: 'it is usable' };
  const last = (reason: string) => [
    {
      type: 'Ready',
      status: 'True',
      reason,
      message: 'm',
      observedGeneration: 1,
      lastTransitionTime: 'then',
    },
  ];
  const refused = { type: 'refused', field: 'spec.size', detail: 'no' } as const;
  const waiting = { type: 'waiting', for: 'peace', recheckMs: 1, reason: 'Waiting' } as const;
  test.each([
    [
      { type: 'settled' },
      READY,
      [],
      { status: 'True', reason: 'Active', message: 'it is usable', observedGeneration: 2 },
    ],
    [{ type: 'drifted', fields: ['a'] }, READY, [], { status: 'True', reason: 'Active' }],
    [
      { type: 'acted', verbs: [] },
      READY,
      [],
      { status: 'False', reason: 'Updating', message: 'the change is in progress' },
    ],
    [
      waiting,
      READY,
      [],
      {
        status: 'False',
        reason: 'Updating',
        message: 'does not match the spec yet: waiting for peace',
      },
    ],
    [
      refused,
      READY,
      [],
      {
        status: 'False',
        reason: 'OutOfDate',
        message: 'does not match the spec yet: spec.size: no',
      },
    ],
    [
      refused,
      { ...READY, ready: false },
      [],
      { status: 'False', reason: 'Active', message: 'it is usable' },
    ],
    [
      { type: 'lost', detail: 'away' },
      READY,
      [],
      { status: 'False', reason: 'Lost', message: 'away' },
    ],
    [
      refused,
      undefined,
      last('Active'),
      { status: 'True', reason: 'Active', message: 'm', observedGeneration: 1 },
    ],
    [
      refused,
      undefined,
      last('Absent'),
      {
        status: 'False',
        reason: 'Absent',
        message: 'not created yet: spec.size: no',
        observedGeneration: 2,
      },
    ],
    [
      refused,
      undefined,
      [],
      { status: 'False', reason: 'Absent', message: 'not created yet: spec.size: no' },
    ],
  ] as const)('after %o beside %o', (outcome, health, before, ready) => {
    expect(conditionsAfter(outcome, health, before, { generation: 2 }, 'now')[0]).toMatchObject({
      type: 'Ready',
      ...ready,
    });
  });

  test('of an object that is gone is not asked for', () => {
    expect(verdictOf({ type: 'gone' })).toEqual({
      synced: true,
      reason: 'Gone',
      message: 'nothing left to do',
      activity: null,
    });
  });
});

describe('what references led to', () => {
  const led = (count: number, size: number) =>
    Array.from({ length: count }, (_, n) => ({
      name: `${n}`.padEnd(size, 'x'),
      value: String(46_000_000 + n),
    }));

  test('is shown whole where there is room, and first what leads to few', () => {
    const ids = { selector: led(4_000, 253), one: led(1, 253), few: led(5, 10) };
    const shown = shownIds(ids);
    expect([shown['one'], shown['few']]).toEqual([ids.one, ids.few]);
    expect(shown['selector']?.length).toBeGreaterThan(200);
    expect(JSON.stringify(shown).length).toBeLessThan(70_000);
    expect(shownIds({ few: ids.few, none: [] })).toEqual({ few: ids.few, none: [] });
  });

  test('and what they lost is shown as far as there is room', () => {
    const lost = led(4_000, 253).map((one) => ({ ...one, path: 'selector', lostAt: '2026-01-01' }));
    expect(JSON.stringify(shownStrays(lost)).length).toBeLessThan(34_000);
    expect(shownStrays(lost.slice(0, 3))).toEqual(lost.slice(0, 3));
  });
});
