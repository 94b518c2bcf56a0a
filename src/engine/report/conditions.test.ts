import { describe, expect, test } from 'vitest';
import type { Condition } from '../../model/common-status.ts';
import type { Outcome } from '../../model/outcome.ts';
import { type Plan, planOf } from '../../model/plan.ts';
import { del, put } from '../../model/request.ts';
import { call } from '../../model/step.ts';
import { verdictOf, withCredentialCause } from '../pass/verdict.ts';
import { conditionsAfter } from './conditions.ts';

const subject = { uid: 'u', asked: 'spec-2', id: 1, consents: 0 };
const remove = call('Delete', del('/things/1'), [], { effect: 'destroys', loses: 'the thing' });
const change = call('Update', put('/things/1', {}));
const harmless: Plan = planOf(subject, [change, call('Resize', put('/things/1', {}))]);
const costly: Plan = planOf(subject, [
  change,
  remove,
  { ...remove, verb: 'Wipe', loses: 'its data' },
]);
const consent = `set the annotation cloudinfra.dev/consent or spec.policy.approvedPlan to ${costly.hash}`;

describe("the conditions of the operator's own work", () => {
  test.each<[Outcome, string, string, string | null]>([
    [{ type: 'settled' }, 'InSync', 'up to date', null],
    [{ type: 'acted', verbs: ['Resize'] }, 'InSync', 'up to date', 'Reconciling'],
    [
      { type: 'waiting', for: 'the volume', recheckMs: 1, reason: 'Waiting' },
      'Waiting',
      'waiting for the volume',
      'Reconciling',
    ],
    [
      { type: 'waiting', for: 'a proof', recheckMs: 1, reason: 'HiddenOrGone' },
      'HiddenOrGone',
      'waiting for a proof',
      'Stalled',
    ],
    [
      { type: 'refused', field: 'spec.size', detail: 'cannot shrink' },
      'Refused',
      'spec.size: cannot shrink',
      'Stalled',
    ],
    [{ type: 'conflict', detail: 'is taken' }, 'Conflict', 'is taken', 'Stalled'],
    [
      { type: 'drifted', fields: ['size', 'label'] },
      'Drifted',
      'changed outside the cluster, not corrected: size, label',
      null,
    ],
    [{ type: 'lost', detail: 'is gone' }, 'Lost', 'is gone', 'Stalled'],
    [{ type: 'paused' }, 'Paused', 'policy.mode is Paused: the operator does nothing', null],
    [{ type: 'gone' }, 'Gone', 'nothing left to do', null],
    [{ type: 'broken', detail: 'oops' }, 'InternalError', 'oops', 'Reconciling'],
    [
      { type: 'held', plan: harmless, why: 'Preview' },
      'Preview',
      'policy.mode is Preview: would run Update, Resize',
      null,
    ],
    [
      { type: 'held', plan: costly, why: 'ConsentRequired' },
      'ConsentRequired',
      `Update, Delete, Wipe requires consent (the thing; its data): ${consent}`,
      'Stalled',
    ],
    [
      { type: 'held', plan: harmless, why: 'ConsentRequired' },
      'ConsentRequired',
      `Update, Resize requires consent: set the annotation cloudinfra.dev/consent or spec.policy.approvedPlan to ${harmless.hash}`,
      'Stalled',
    ],
    [
      { type: 'held', plan: costly, why: 'ConsentRequired', approval: 'OtherPlan' },
      'ConsentRequired',
      `Update, Delete, Wipe requires consent (the thing; its data): ${consent}; spec.policy.approvedPlan has no effect: it names no plan that waits`,
      'Stalled',
    ],
    [
      { type: 'held', plan: costly, why: 'ConsentRequired', approval: 'Used' },
      'ConsentRequired',
      `Update, Delete, Wipe requires consent (the thing; its data): ${consent}; spec.policy.approvedPlan has no effect: it was used`,
      'Stalled',
    ],
    [
      { type: 'settled', approval: 'OtherPlan' },
      'InSync',
      'up to date; spec.policy.approvedPlan has no effect: it names no plan that waits',
      null,
    ],
    [{ type: 'settled', approval: 'Used' }, 'InSync', 'up to date', null],
    [
      { type: 'held', plan: costly, why: 'Brake' },
      'Held',
      'the brake holds Update, Delete, Wipe: too many deletions or re-creations in a short time (the thing; its data). ' +
        `It resumes when earlier ones leave the window; to continue now, ${consent}`,
      'Reconciling',
    ],
    [
      { type: 'failed', failure: { code: 'Busy', detail: 'later' } },
      'Waiting',
      'the service: later',
      'Reconciling',
    ],
    [
      { type: 'failed', failure: { code: 'Denied', detail: 'no' } },
      'Denied',
      'the service rejected the request: no',
      'Stalled',
    ],
    [
      { type: 'failed', failure: { code: 'Guarded', detail: 'no' } },
      'Waiting',
      'the service rejected the request: no',
      'Reconciling',
    ],
    [
      { type: 'failed', failure: { code: 'Denied', detail: 'no' }, speaker: 'the API server' },
      'Denied',
      'the API server: no',
      'Stalled',
    ],
  ])('%j', (outcome, reason, message, activity) => {
    const synced = ['settled', 'acted', 'gone'].includes(outcome.type);
    const rests = ['settled', 'drifted'].includes(outcome.type);
    expect(verdictOf(outcome)).toEqual({
      synced,
      reason,
      message,
      activity,
      ...(rests ? { rests } : {}),
    });
  });
});

describe('a refusal of the credential names its place', () => {
  const denied: Outcome = { type: 'failed', failure: { code: 'Denied', detail: 'no' } };
  const busy: Outcome = { type: 'failed', failure: { code: 'Busy', detail: 'later' } };
  test.each<[string, Outcome, Outcome]>([
    [
      'where the service reported it',
      denied,
      { ...denied, speaker: 'the credential in Secret a/b' },
    ],
    [
      'not where another source reported it',
      { ...denied, speaker: 'the API server' },
      { ...denied, speaker: 'the API server' },
    ],
    ['not where it is of the moment', busy, busy],
    ['not where nothing failed', { type: 'settled' }, { type: 'settled' }],
  ])('%s', (_, outcome, expected) => {
    expect(withCredentialCause(outcome, 'Secret a/b')).toEqual(expected);
  });
});

describe('whether the item is ready', () => {
  const usable = { ready: true, reason: 'Active', message: 'usable' };
  const before = (reason: string): Condition => ({
    type: 'Ready',
    status: 'True',
    reason,
    message: 'as it was',
    observedGeneration: 1,
    lastTransitionTime: '2026-01-01T00:00:00Z',
  });
  const readyAfter = (
    outcome: Outcome,
    health: typeof usable | undefined,
    last: readonly Condition[] = [],
  ) =>
    conditionsAfter(outcome, health, last, { generation: 2 }, '2026-01-02T00:00:00Z').find(
      ({ type }) => type === 'Ready',
    );
  const waiting: Outcome = { type: 'waiting', for: 'x', recheckMs: 1, reason: 'Waiting' };

  test.each<[string, ReturnType<typeof readyAfter>, object]>([
    [
      'keeps its value where the item was not read',
      readyAfter(waiting, undefined, [before('Active')]),
      before('Active'),
    ],
    [
      'is not kept of an item that was not there',
      readyAfter(waiting, undefined, [before('Absent')]),
      {
        status: 'False',
        reason: 'Absent',
        message: 'not created yet: waiting for x',
        observedGeneration: 2,
      },
    ],
    [
      'names what stands against the spec now, of an item that did not match when it was read',
      readyAfter({ type: 'paused' }, undefined, [
        {
          ...before('Updating'),
          status: 'False',
          message: 'does not match the spec yet: policy.mode is Preview: would run Resize',
        },
      ]),
      {
        status: 'False',
        reason: 'OutOfDate',
        message: 'does not match the spec yet: policy.mode is Paused: the operator does nothing',
        observedGeneration: 1,
        lastTransitionTime: '2026-01-01T00:00:00Z',
      },
    ],
    [
      'is no word of another condition',
      readyAfter(waiting, undefined, [{ ...before('Active'), type: 'Synced' }]),
      { reason: 'Absent' },
    ],
    [
      'is the item itself once all is done',
      readyAfter({ type: 'settled' }, usable),
      { status: 'True', reason: 'Active', message: 'usable' },
    ],
    [
      'is not yet while the change is in progress',
      readyAfter({ type: 'acted', verbs: [] }, usable),
      { status: 'False', reason: 'Updating', message: 'the change is in progress' },
    ],
    [
      'is not yet while it goes on',
      readyAfter(waiting, usable),
      { reason: 'Updating', message: 'does not match the spec yet: waiting for x' },
    ],
    [
      'is out of date while nothing goes on',
      readyAfter({ type: 'refused', field: 'a', detail: 'no' }, usable),
      { status: 'False', reason: 'OutOfDate', message: 'does not match the spec yet: a: no' },
    ],
  ])('%s', (_, ready, expected) => {
    expect(ready).toMatchObject(expected);
  });

  test('an item that waits for a person, after all was done, is stalled, and the message of Ready stands there too', () => {
    const conditions = conditionsAfter(
      { type: 'settled' },
      { ...usable, ready: false, stalled: true },
      [],
      { generation: 2 },
      '2026-01-02T00:00:00Z',
    );
    expect(conditions.map(({ type, message }) => [type, message])).toMatchObject([
      ['Ready', usable.message],
      ['Synced', expect.any(String)],
      ['Stalled', usable.message],
    ]);
  });

  test.each<[Outcome, string]>([
    [{ type: 'paused' }, 'Stalled'],
    [{ type: 'held', plan: harmless, why: 'Preview' }, 'Stalled'],
    [{ type: 'drifted', fields: ['a'] }, 'Stalled'],
    [{ type: 'settled' }, 'Reconciling'],
  ])('an item that is not, after %j, leaves people to think that it is %s', (outcome, activity) => {
    const conditions = conditionsAfter(
      outcome,
      { ...usable, ready: false },
      [],
      { generation: 2 },
      '2026-01-02T00:00:00Z',
    );
    expect(conditions.map(({ type }) => type)).toEqual(['Ready', 'Synced', activity]);
  });
});

test.each<[Outcome, readonly string[]]>([
  [
    { type: 'acted', verbs: ['Delete'] },
    [
      'Ready=False Deleting: the item is being deleted',
      'Synced=False Deleting: the item is being deleted',
      'Reconciling=True Deleting: the item is being deleted',
    ],
  ],
  [
    { type: 'waiting', for: 'DnsRecord/www', recheckMs: 1, reason: 'WaitingForDependents' },
    [
      'Ready=False Deleting: the object is being deleted: waiting for DnsRecord/www',
      'Synced=False WaitingForDependents: waiting for DnsRecord/www',
      'Reconciling=True WaitingForDependents: waiting for DnsRecord/www',
    ],
  ],
  [
    { type: 'paused' },
    [
      'Ready=False Deleting: the object is being deleted: policy.mode is Paused: the operator does nothing',
      'Synced=False Paused: policy.mode is Paused: the operator does nothing',
      'Stalled=True Paused: policy.mode is Paused: the operator does nothing',
    ],
  ],
])('a deleted object is not ready, after %j', (outcome, said) => {
  const at = '2026-01-02T00:00:00Z';
  for (const health of [undefined, { ready: true, reason: 'Active', message: 'usable' }]) {
    const conditions = conditionsAfter(
      outcome,
      health,
      [],
      { generation: 3, deletionTimestamp: at },
      at,
    );
    expect(
      conditions.map(
        ({ type, status, reason, message }) => `${type}=${status} ${reason}: ${message}`,
      ),
    ).toEqual(said);
  }
});
