import { expect, test } from 'vitest';
import type { Outcome } from '../../model/outcome.ts';
import type { KubeFailure } from '../ports/cluster.ts';
import { foremost, kubeFailed } from './trouble.ts';
import { verdictOf } from './verdict.ts';

test.for<[KubeFailure['code'], string]>([
  ['Conflict', 'Reconciling Overtaken: the Kubernetes API: why'],
  ['Unreachable', 'Reconciling Unreachable: the Kubernetes API: why'],
  ['Terminating', 'Reconciling Unreachable: the Kubernetes API: why'],
  ['Fenced', 'Reconciling NotLeading: the Kubernetes API: why'],
  ['Denied', 'Stalled Denied: the Kubernetes API: why'],
  ['Unwritable', 'Stalled Rejected: the Kubernetes API: why'],
])(
  "%s by the API server is reported as its own, not as the service's",
  ([code, reportedOutcome]) => {
    const { activity, reason, message } = verdictOf(kubeFailed({ code, detail: 'why' }));
    expect(`${String(activity)} ${reason}: ${message}`).toBe(reportedOutcome);
  },
);

const failed = (code: 'Busy' | 'Unreachable' | 'Denied'): Outcome => ({
  type: 'failed',
  failure: { code, detail: code },
});
const waiting = (what: string): Outcome => ({
  type: 'waiting',
  for: what,
  recheckMs: 1,
  reason: 'Waiting',
});
const refused: Outcome = { type: 'refused', field: 'spec.a', detail: 'no' };
const held: Outcome = { type: 'held', plan: { hash: 'h', steps: [] }, why: 'ConsentRequired' };
const acted: Outcome = { type: 'acted', verbs: ['A'] };

test.each<readonly [name: string, outcomes: readonly Outcome[], reported: Outcome | undefined]>([
  ['nothing where nothing holds a chain up', [], undefined],
  [
    'what wants a person before what passes by itself',
    [failed('Unreachable'), waiting('it'), refused, acted],
    refused,
  ],
  ['the first of those that want a person', [failed('Denied'), refused, held], failed('Denied')],
  ['the consent that is wanted before a wait', [waiting('it'), held], held],
  ['trouble before a wait', [waiting('it'), failed('Unreachable')], failed('Unreachable')],
  ['the first of two waits', [waiting('it'), failed('Busy'), waiting('more')], waiting('it')],
  ['a wait before what was done', [acted, waiting('it')], waiting('it')],
])('of several chains %s is reported', (_name, outcomes, reported) => {
  const { reported: reportedOutcome, others } = foremost(outcomes);
  expect(reportedOutcome).toEqual(reported);
  expect(others).toHaveLength(Math.max(0, outcomes.length - 1));
});
