import { describe, expect, test } from 'vitest';
import { kstatus } from '../../../test/support/kstatus.ts';
import type { Outcome } from '../../model/outcome.ts';
import { planOf } from '../../model/plan.ts';
import { del } from '../../model/request.ts';
import { storedForm } from '../../model/status-layout.ts';
import { call } from '../../model/step.ts';
import type { Findings } from '../pass/pass.ts';
import type { KubeObject } from '../ports/cluster.ts';
import { statusPatch } from './report.ts';

const T0 = Date.UTC(2026, 0, 1);
const HEALTHY = { ready: true, reason: 'Active', message: 'usable' };
const BUSY = { ready: false, reason: 'Creating', message: 'on its way' };

const objectWith = (status: object): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Thing',
  metadata: {
    name: 'a',
    namespace: 'ns',
    uid: 'u',
    resourceVersion: '1',
    generation: 2,
    creationTimestamp: '2026-01-01T00:00:00Z',
  },
  status,
});

const patchOf = (status: object, findings: Findings, now = T0) =>
  statusPatch(objectWith(status), status, findings, now);
type Conditions = readonly {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
  readonly observedGeneration: number;
  readonly lastTransitionTime: string;
}[];
const conditionsOf = (findings: Findings, before: object = {}): Conditions =>
  patchOf(before, findings)?.['conditions'] as Conditions;
const reasonsIn = (conditions: Conditions): readonly string[] =>
  conditions.map((one) => `${one.type}=${one.status} ${one.reason}`);

const plan = planOf({ uid: 'u', asked: 'spec-2', id: 1, consents: 0 }, [
  call('Delete', del('/things/1'), [], { effect: 'destroys', loses: 'all of it' }),
]);
const failed = (
  code: 'Unreachable' | 'Denied' | 'Busy' | 'Guarded' | 'Throttled' | 'Unauthenticated',
): Outcome => ({
  type: 'failed',
  failure: { code, detail: 'says no' },
});

const rows: readonly [string, Findings, readonly string[], string][] = [
  [
    'settled on a usable item',
    { outcome: { type: 'settled' }, health: HEALTHY },
    ['Ready=True Active', 'Synced=True InSync'],
    'Current',
  ],
  [
    'settled on an item that is on its way',
    { outcome: { type: 'settled' }, health: BUSY },
    ['Ready=False Creating', 'Synced=True InSync', 'Reconciling=True Creating'],
    'InProgress',
  ],
  [
    'acted',
    { outcome: { type: 'acted', verbs: ['Resize'] }, health: HEALTHY },
    ['Ready=False Updating', 'Synced=True InSync', 'Reconciling=True Updating'],
    'InProgress',
  ],
  [
    'waiting',
    { outcome: { type: 'waiting', for: 'x', recheckMs: 1, reason: 'WaitingForReference' } },
    [
      'Ready=False Absent',
      'Synced=False WaitingForReference',
      'Reconciling=True WaitingForReference',
    ],
    'InProgress',
  ],
  [
    'hidden or gone',
    { outcome: { type: 'waiting', for: 'x', recheckMs: 1, reason: 'HiddenOrGone' } },
    ['Ready=False Absent', 'Synced=False HiddenOrGone', 'Stalled=True HiddenOrGone'],
    'Failed',
  ],
  [
    'refused',
    { outcome: { type: 'refused', field: 'spec.size', detail: 'no' }, health: HEALTHY },
    ['Ready=False OutOfDate', 'Synced=False Refused', 'Stalled=True Refused'],
    'Failed',
  ],
  [
    'in conflict',
    { outcome: { type: 'conflict', detail: 'taken' } },
    ['Ready=False Absent', 'Synced=False Conflict', 'Stalled=True Conflict'],
    'Failed',
  ],
  [
    'drifted and only reported',
    { outcome: { type: 'drifted', fields: ['size'] }, health: HEALTHY },
    ['Ready=True Active', 'Synced=False Drifted'],
    'Current',
  ],
  [
    'lost',
    { outcome: { type: 'lost', detail: 'gone' } },
    ['Ready=False Lost', 'Synced=False Lost', 'Stalled=True Lost'],
    'Failed',
  ],
  [
    'held for consent',
    { outcome: { type: 'held', plan, why: 'ConsentRequired' }, health: HEALTHY },
    ['Ready=False OutOfDate', 'Synced=False ConsentRequired', 'Stalled=True ConsentRequired'],
    'Failed',
  ],
  [
    'previewed',
    { outcome: { type: 'held', plan, why: 'Preview' }, health: HEALTHY },
    ['Ready=False OutOfDate', 'Synced=False Preview', 'Stalled=True Preview'],
    'Failed',
  ],
  [
    'unreachable',
    { outcome: failed('Unreachable') },
    ['Ready=False Absent', 'Synced=False Unreachable', 'Reconciling=True Unreachable'],
    'InProgress',
  ],
  [
    'throttled',
    { outcome: failed('Throttled') },
    ['Ready=False Absent', 'Synced=False Throttled', 'Reconciling=True Throttled'],
    'InProgress',
  ],
  [
    'busy',
    { outcome: failed('Busy') },
    ['Ready=False Absent', 'Synced=False Waiting', 'Reconciling=True Waiting'],
    'InProgress',
  ],
  [
    'guarded',
    { outcome: failed('Guarded') },
    ['Ready=False Absent', 'Synced=False Waiting', 'Reconciling=True Waiting'],
    'InProgress',
  ],
  [
    'denied',
    { outcome: failed('Denied') },
    ['Ready=False Absent', 'Synced=False Denied', 'Stalled=True Denied'],
    'Failed',
  ],
  [
    'without a valid token',
    { outcome: failed('Unauthenticated') },
    ['Ready=False Absent', 'Synced=False Denied', 'Stalled=True Denied'],
    'Failed',
  ],
  [
    'rejected',
    {
      outcome: {
        type: 'failed',
        failure: { code: 'Rejected', problems: [{ field: 'size', reason: 'Must be 10-10240' }] },
      },
    },
    ['Ready=False Absent', 'Synced=False Rejected', 'Stalled=True Rejected'],
    'Failed',
  ],
  [
    'broken by a bug',
    { outcome: { type: 'broken', detail: 'oops' } },
    ['Ready=False Absent', 'Synced=False InternalError', 'Reconciling=True InternalError'],
    'InProgress',
  ],
];

describe('the report after a pass that ended', () => {
  test.for(rows)('%s', ([, findings, conditions, read]) => {
    const written = conditionsOf(findings);
    expect(reasonsIn(written)).toEqual(conditions);
    expect(kstatus(objectWith({ conditions: written }))).toBe(read);
  });
});

describe('a status patch', () => {
  const settled: Findings = {
    outcome: { type: 'settled' },
    health: HEALTHY,
    id: 1,
    account: 'acc',
    applied: { size: 'a' },
  };

  test('is nothing when nothing changed', () => {
    const status = patchOf({}, settled) ?? {};
    expect(patchOf(storedForm(status), settled, T0 + 60_000)).toBeNull();
  });

  test('keeps the time of a condition whose status stays', () => {
    const before = { conditions: conditionsOf(settled) };
    const later = patchOf(
      before,
      { ...settled, outcome: { type: 'drifted', fields: ['a'] } },
      T0 + 60_000,
    )?.['conditions'] as Conditions;
    expect(later.map((one) => one.lastTransitionTime)).toEqual([
      '2026-01-01T00:00:00Z',
      '2026-01-01T00:01:00Z',
    ]);
  });

  test('keeps Ready when the item was not read', () => {
    const before = { conditions: conditionsOf(settled) };
    const after = patchOf(before, { outcome: failed('Unreachable') })?.['conditions'] as Conditions;
    expect(reasonsIn(after)).toEqual([
      'Ready=True Active',
      'Synced=False Unreachable',
      'Reconciling=True Unreachable',
    ]);
  });

  test('does not use the Ready of the previous spec for the current spec', () => {
    const before = {
      conditions: conditionsOf(settled).map((one) => ({ ...one, observedGeneration: 1 })),
    };
    const after = patchOf(before, { outcome: failed('Unreachable') })?.['conditions'] as Conditions;
    expect(after.map(({ type, observedGeneration }) => [type, observedGeneration])).toEqual([
      ['Ready', 1],
      ['Synced', 2],
      ['Reconciling', 2],
    ]);
  });

  test('names members of maps that are to go', () => {
    const patch = patchOf(
      storedForm({ ...patchOf({}, settled), applied: { size: 'a', tags: 'b' } }),
      settled,
    );
    expect(patch).toEqual({ applied: { size: 'a', tags: null } });
  });

  test('removes the plan once nothing is held, and keeps since when something drifts', () => {
    const drift = [{ field: 'size', from: 1, to: 2 }];
    const status = patchOf({}, { ...settled, drift, plan }) ?? {};
    const later = patchOf(
      status,
      { ...settled, drift: [...drift, { field: 'label', from: 'a', to: 'b' }], plan: null },
      T0 + 60_000,
    );
    expect(later).toMatchObject({
      plan: null,
      drift: [{ firstSeenAt: '2026-01-01T00:00:00Z' }, { firstSeenAt: '2026-01-01T00:01:00Z' }],
    });
  });

  test('shows a held plan as people read it', () => {
    expect(patchOf({}, { ...settled, plan })?.['plan']).toEqual({
      hash: plan.hash,
      steps: [
        {
          verb: 'Delete',
          effect: 'destroys',
          loses: 'all of it',
          summary: 'Delete (DELETE /things/1)',
          changes: [],
        },
      ],
    });
  });
});

test.each<[string, number | null | undefined, object]>([
  ['another item', 2, { id: 2, endpoints: null }],
  ['no item', null, { id: null, endpoints: null }],
  ['the same item', 1, {}],
  ['an item that was not looked at', undefined, {}],
])('what the status mirrors of an item goes with it: %s', (_name, id, patch) => {
  const there = { id: 1, internal: { applied: { size: 'x' } }, endpoints: ['https://one'] };
  const {
    conditions: _,
    observedGeneration: __,
    ...changed
  } = patchOf(there, { outcome: { type: 'settled' }, ...(id === undefined ? {} : { id }) }) ?? {};
  expect(changed).toEqual(patch);
});
