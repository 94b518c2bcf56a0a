import type { Condition } from '../../model/common-status.ts';
import { same } from '../../model/fingerprint.ts';
import type { OperationStatus, Phase } from '../../model/operation.ts';
import { asRecord } from '../../model/parse.ts';
import type { KubeObject } from '../ports/cluster.ts';
import { isFinished, type Operation } from '../term/operation.ts';
import { mergePatch } from './merge-patch.ts';
import { shortened } from './truncation.ts';

/** The state of an Operation. */
export interface OperationState {
  readonly phase: Phase;
  /** Reason of its conditions, a single word. */
  readonly reason: string;
  readonly message: string;
  readonly plan?: OperationStatus['plan'];
  readonly answer?: OperationStatus['answer'];
  /** Uid of the target on which it begins. */
  readonly targetUid?: string;
}

const LONGEST_MESSAGE = 1_024;

/** Returns the merge patch of the changed members of an Operation's status; null if none changed.
 *  It removes members that another writer added or broke.
 *  @param now milliseconds */
export function operationPatch(
  operation: Operation,
  state: OperationState,
  now: number,
): Readonly<Record<string, unknown>> | null {
  const { object, status } = operation;
  const at = new Date(now).toISOString().replace(/\.\d+Z$/, 'Z');
  const ends = isFinished({ ...operation, phase: state.phase });
  const begins = state.phase !== 'Pending';
  const since = ends ? (endOf(operation) ?? at) : at;
  const known: Readonly<Record<string, unknown>> = status;
  const there = asRecord(object.status);
  const strange = Object.keys(there).filter((member) => known[member] === undefined);
  const wanted: Readonly<Record<string, unknown>> = {
    ...Object.fromEntries(strange.map((member) => [member, null])),
    observedGeneration: object.metadata.generation,
    phase: state.phase,
    message: shortened(state.message, LONGEST_MESSAGE),
    conditions: conditionsOf(object, state, ends, since),
    plan: state.plan ?? null,
    ...(begins ? { startedAt: status.startedAt ?? since } : {}),
    ...(ends ? { finishedAt: since } : {}),
    ...(state.targetUid === undefined ? {} : { targetUid: state.targetUid }),
    ...(state.answer === undefined ? {} : { answer: state.answer }),
  };
  const changed = Object.entries(wanted).filter(
    ([member, value]) => !same(value ?? null, there[member] ?? null),
  );
  return changed.length === 0
    ? null
    : Object.fromEntries(
        changed.map(([member, value]) => [member, mergePatch(there[member], value)]),
      );
}

/** Returns the time when an Operation ended: its own, or that of the condition of its end;
 *  undefined if it has not ended, or neither is there. */
function endOf(operation: Operation): string | undefined {
  const { finishedAt, conditions = [] } = operation.status;
  const last = operation.phase === 'Succeeded' ? 'Complete' : 'Stalled';
  const condition = conditions.find(({ type }) => type === last);
  return finishedAt ?? (isFinished(operation) ? condition?.lastTransitionTime : undefined);
}

/** Builds the conditions. `Complete` reports success. `Reconciling` means that the operator
 *  continues, `Stalled` that the Operation needs consent or ended without success. */
function conditionsOf(
  { metadata: { generation }, status }: KubeObject,
  { phase, reason, message }: OperationState,
  ends: boolean,
  at: string,
): readonly Condition[] {
  const before = asRecord(status)['conditions'];
  const was = (type: string, value: string): string => {
    const one: unknown = Array.isArray(before)
      ? before.map(asRecord).find((each) => each['type'] === type && each['status'] === value)
      : undefined;
    const since = asRecord(one)['lastTransitionTime'];
    return typeof since === 'string' ? since : at;
  };
  const condition = (type: string, value: 'True' | 'False' | 'Unknown'): Condition => ({
    type,
    status: value,
    reason,
    message: shortened(message, LONGEST_MESSAGE),
    observedGeneration: generation,
    lastTransitionTime: was(type, value),
  });
  const complete = phase === 'Succeeded' ? 'True' : phase === 'Unknown' ? 'Unknown' : 'False';
  const activity = ends || reason === 'ConsentRequired' ? 'Stalled' : 'Reconciling';
  return [
    condition('Complete', complete),
    ...(phase === 'Succeeded' ? [] : [condition(activity, 'True')]),
  ];
}
