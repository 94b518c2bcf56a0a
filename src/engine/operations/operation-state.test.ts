import { describe, expect, test } from 'vitest';
import { gadget } from '../../../test/support/gadget.ts';
import { newObject } from '../../../test/support/new-object.ts';
import type { AnyKind } from '../../model/kind.ts';
import { storedForm } from '../../model/status-layout.ts';
import type { KubeObject } from '../ports/cluster.ts';
import { type Operation, readOperation } from '../term/operation.ts';
import { operationState } from './operation-state.ts';

const AT = '2026-01-01T00:00:00Z';
const KIND: AnyKind = {
  ...gadget,
  requests: { Reboot: { does: '', steps: () => [] } },
};
const TARGET: KubeObject = newObject(
  { kind: 'Gadget', namespace: 'team', name: 'web' },
  {},
  { uid: 'target', creationTimestamp: AT },
);
const targetWith = (status: object, metadata: object = {}): KubeObject => ({
  ...TARGET,
  metadata: { ...TARGET.metadata, ...metadata },
  status: storedForm({ ...status }),
});
const recorded = (state: string, more: object = {}): KubeObject =>
  targetWith({
    operations: { op: { name: 'now', verb: 'Reboot', changedAt: AT, state, ...more } },
    plan: {
      hash: 'whole',
      steps: [
        { verb: 'Tag', effect: 'none', summary: 'Tag', changes: [{ field: 'tags' }] },
        { verb: 'Wipe', effect: 'destroys', summary: 'Wipe', changes: [{ field: 'operation' }] },
      ],
    },
  });
function operation(status: object = {}, spec: object = {}): Operation {
  const object = newObject(
    { kind: 'Operation', namespace: 'team', name: 'now' },
    { target: { kind: 'Gadget', name: 'web' }, verb: 'Reboot', ...spec },
    { uid: 'op', creationTimestamp: AT },
  );
  const read = readOperation({ ...object, status });
  if (read === null) throw new Error('the Operation of this test cannot be read');
  return read;
}
const RUNNING = { phase: 'Running', targetUid: 'target' };
const SYNCED = { type: 'Synced', reason: 'Paused', message: 'paused', lastTransitionTime: AT };

interface Row {
  readonly name: string;
  readonly target?: KubeObject | undefined;
  readonly status?: object;
  readonly spec?: object;
  readonly isFirst?: boolean;
  readonly stands: readonly [phase: string, reason: string, message: string];
}

const rows: readonly Row[] = [
  {
    name: 'waits for a target that does not exist',
    target: undefined,
    stands: ['Pending', 'WaitingForTarget', 'waiting for Gadget/web, which does not exist'],
  },
  {
    name: 'waits while its target is being deleted',
    target: targetWith({}, { deletionTimestamp: AT }),
    stands: ['Pending', 'TargetWaits', 'Gadget/web is being deleted'],
  },
  {
    name: 'waits for the one before it',
    isFirst: false,
    stands: ['Pending', 'Queued', 'waiting for the older Operations on Gadget/web'],
  },
  {
    name: 'gives the reason for which its target waits',
    target: targetWith({ conditions: [{ ...SYNCED, status: 'False' }] }),
    stands: ['Pending', 'TargetWaits', 'Gadget/web: paused'],
  },
  {
    name: 'waits for a look where its target is in sync',
    target: targetWith({ conditions: [{ ...SYNCED, status: 'True' }] }),
    stands: ['Pending', 'Pending', 'waiting for the operator to read Gadget/web'],
  },
  {
    name: 'fails with a verb that the kind lacks, also without a target',
    target: undefined,
    spec: { verb: 'Fly' },
    stands: ['Failed', 'UnknownVerb', 'Gadget has no verb Fly: it has Reboot'],
  },
  {
    name: 'fails with a kind that the operator lacks',
    target: undefined,
    spec: { target: { kind: 'Widget', name: 'web' } },
    stands: ['Failed', 'UnknownVerb', 'Widget has no verb Reboot: it has none'],
  },
  {
    name: 'fails with a parameter that the verb lacks',
    spec: { parameters: { how: 'fast' } },
    stands: ['Failed', 'InvalidParameters', 'spec.parameters: Unrecognized key: "how"'],
  },
  {
    name: 'runs while it is recorded in its own status alone',
    status: RUNNING,
    stands: ['Running', 'Running', 'the request is being sent'],
  },
  {
    name: 'runs while its request is on the way',
    target: recorded('Sent'),
    status: RUNNING,
    stands: ['Running', 'Running', 'the request was sent, and its answer is awaited'],
  },
  {
    name: 'stays Pending where the target waits before it began',
    target: recorded('Waiting', { message: 'none yet' }),
    stands: ['Pending', 'Waiting', 'none yet'],
  },
  {
    name: 'stays Running where it is tried again',
    target: recorded('Waiting', { message: 'busy' }),
    status: RUNNING,
    stands: ['Running', 'Waiting', 'busy'],
  },
  {
    name: 'waits for consent',
    target: recorded('Waiting', { message: 'consent is required', plan: 'own' }),
    stands: ['Pending', 'ConsentRequired', 'consent is required'],
  },
  {
    name: 'succeeds',
    target: recorded('Done'),
    status: RUNNING,
    stands: ['Succeeded', 'Succeeded', 'done'],
  },
  {
    name: 'succeeds again where its own status was lost',
    target: recorded('Done'),
    stands: ['Succeeded', 'Succeeded', 'done'],
  },
  {
    name: 'names the ConfigMap of its answer',
    target: recorded('Done', { configMap: 'now' }),
    stands: ['Succeeded', 'Succeeded', 'the answer is in ConfigMap now'],
  },
  {
    name: 'fails where it was refused',
    target: recorded('Refused', { message: 'no' }),
    status: RUNNING,
    stands: ['Failed', 'Refused', 'no'],
  },
  {
    name: 'is Unknown where its answer was lost',
    target: recorded('OutcomeUnknown'),
    status: RUNNING,
    stands: [
      'Unknown',
      'OutcomeUnknown',
      'the request was sent and its answer is unknown: check the item before you create another Operation',
    ],
  },
  {
    name: 'is Unknown in a state of another version',
    target: recorded('Odd', { message: 'lost' }),
    stands: [
      'Unknown',
      'OutcomeUnknown',
      'the request was sent and its answer is unknown: check the item before you create another Operation (lost)',
    ],
  },
  {
    name: 'is Unknown where its target went after it began',
    target: undefined,
    status: RUNNING,
    stands: ['Unknown', 'TargetGone', 'Gadget/web was deleted before the outcome was recorded'],
  },
  {
    name: 'is Unknown where another object has the name of its target since it began',
    status: { ...RUNNING, targetUid: 'earlier' },
    stands: ['Unknown', 'TargetGone', 'Gadget/web was deleted before the outcome was recorded'],
  },
];

const around = (row: Row) => ({
  kind: row.spec !== undefined && 'target' in row.spec ? undefined : KIND,
  target: 'target' in row ? row.target : TARGET,
  isFirst: row.isFirst ?? true,
});

describe('an Operation', () => {
  test.each(rows)('$name', (row) => {
    const { phase, reason, message } = operationState(operation(row.status, row.spec), around(row));
    expect([phase, reason, message]).toEqual(row.stands);
  });

  test('shows its own steps of the plan of its target, under its own hash', () => {
    const waiting = recorded('Waiting', { message: 'consent is required', plan: 'own' });
    const { plan } = operationState(operation(), { kind: KIND, target: waiting, isFirst: true });
    expect(plan).toMatchObject({ hash: 'own', steps: [{ verb: 'Wipe' }] });
    expect(plan?.steps).toHaveLength(1);
  });

  test.each([
    [{ text: 'zone' }, { text: 'zone' }],
    [{ configMap: 'now' }, { configMap: 'now' }],
    [{}, undefined],
  ])('has the answer that was recorded: %o', (record, answer) => {
    const target = recorded('Done', record);
    expect(operationState(operation(), { kind: KIND, target, isFirst: true }).answer).toEqual(
      answer,
    );
  });
});
