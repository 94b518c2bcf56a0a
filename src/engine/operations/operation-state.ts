import type { AnyKind } from '../../model/kind.ts';
import { type Objection, OPERATION_FIELD, type OperationStatus } from '../../model/operation.ts';
import { readStatus, type Status } from '../../model/status-layout.ts';
import type { OperationState } from '../pass/operation-status.ts';
import type { KubeObject } from '../ports/cluster.ts';
import { isFor, type Operation, objectionTo } from '../term/operation.ts';

/** The context of an Operation. */
export interface Surroundings {
  /** The kind of its target; undefined if the operator has no such kind. */
  readonly kind: AnyKind | undefined;
  readonly target: KubeObject | undefined;
  /** True if no other unfinished Operation on the same target is older. */
  readonly isFirst: boolean;
}

type Record = NonNullable<Status['operations']>[string];

/** Returns the state of an Operation from the record in the status of its target, otherwise from
 *  the condition that it waits for. Pure. */
export function operationState(operation: Operation, around: Surroundings): OperationState {
  const { target } = around;
  const status = target === undefined ? {} : readStatus(target.status);
  const record = status.operations?.[operation.uid];
  if (record !== undefined && isFor(operation, target?.metadata.uid ?? ''))
    return recorded(operation, record, status);
  const objection = objectionTo(around.kind, operation);
  if (objection !== null) return refused(objection);
  if (!isFor(operation, target?.metadata.uid ?? '')) return targetGone(operation);
  if (operation.phase === 'Running') return SENDING;
  return { phase: 'Pending', ...waiting(operation, around, status) };
}

/** Returns the state of a finished Operation, so that its status can be restored: from the record
 *  in the status of its target, otherwise from its own status. Pure. */
export function finishedState(
  operation: Operation,
  target: KubeObject | undefined,
): OperationState {
  const { phase, status, uid } = operation;
  const recordedIn = target === undefined ? {} : readStatus(target.status);
  const record = recordedIn.operations?.[uid];
  const state =
    record !== undefined && isFor(operation, target?.metadata.uid ?? '')
      ? recorded(operation, record, recordedIn)
      : null;
  if (state?.phase === phase) return state;
  const { message, plan, answer, conditions = [] } = status;
  const complete = conditions.find(({ type }) => type === 'Complete');
  return {
    phase,
    reason: complete?.reason ?? phase,
    message: message ?? complete?.message ?? 'the cause is not recorded',
    ...(plan === undefined ? {} : { plan }),
    ...(answer === undefined ? {} : { answer }),
  };
}

const SENDING: OperationState = {
  phase: 'Running',
  reason: 'Running',
  message: 'the request is being sent',
};

const refused = ({ reason, message }: Objection): OperationState => ({
  phase: 'Failed',
  reason,
  message,
});

const targetGone = (operation: Operation): OperationState => ({
  phase: 'Unknown',
  reason: 'TargetGone',
  message: `${titleOf(operation)} was deleted before the outcome was recorded`,
});

const titleOf = ({ target: { kind, name } }: Operation): string => `${kind}/${name}`;

function recorded(operation: Operation, record: Record, status: Status): OperationState {
  const { state, message, text, configMap } = record;
  switch (state) {
    case 'Sent':
      return { ...SENDING, message: 'the request was sent, and its answer is awaited' };
    case 'Waiting':
      return {
        phase: operation.phase === 'Running' ? 'Running' : 'Pending',
        reason: record.plan === undefined ? 'Waiting' : 'ConsentRequired',
        message: message ?? 'the operator retries the request',
        ...planOf(record, status),
      };
    case 'Done': {
      const answer = {
        ...(text === undefined ? {} : { text }),
        ...(configMap === undefined ? {} : { configMap }),
      };
      return {
        phase: 'Succeeded',
        reason: 'Succeeded',
        message: configMap === undefined ? 'done' : `the answer is in ConfigMap ${configMap}`,
        ...(Object.keys(answer).length === 0 ? {} : { answer }),
      };
    }
    case 'Refused':
      return { phase: 'Failed', reason: 'Refused', message: message ?? 'the request was refused' };
    default:
      return {
        phase: 'Unknown',
        reason: 'OutcomeUnknown',
        message: `the request was sent and its answer is unknown: check the item before you create another Operation${message === undefined ? '' : ` (${message})`}`,
      };
  }
}

/** Returns the steps of the Operation in the plan of its target. */
function planOf(
  { plan: hash }: Record,
  { plan }: Status,
): { readonly plan?: OperationStatus['plan'] } {
  if (hash === undefined || plan === undefined) return {};
  const steps = plan.steps.filter(
    ({ changes }) => changes?.some(({ field }) => field === OPERATION_FIELD) === true,
  );
  return { plan: { hash, steps } };
}

/** Returns the reason that no pass has begun an Operation. */
function waiting(
  operation: Operation,
  { target, isFirst }: Surroundings,
  { conditions = [] }: Status,
): Pick<OperationState, 'reason' | 'message'> {
  const title = titleOf(operation);
  if (target === undefined)
    return { reason: 'WaitingForTarget', message: `waiting for ${title}, which does not exist` };
  if (target.metadata.deletionTimestamp !== undefined)
    return { reason: 'TargetWaits', message: `${title} is being deleted` };
  if (!isFirst)
    return { reason: 'Queued', message: `waiting for the older Operations on ${title}` };
  const held = conditions.find(({ type, status }) => type === 'Synced' && status === 'False');
  return held === undefined
    ? { reason: 'Pending', message: `waiting for the operator to read ${title}` }
    : { reason: 'TargetWaits', message: `${title}: ${held.message}` };
}
