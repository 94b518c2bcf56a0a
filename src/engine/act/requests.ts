import { ANNOTATION } from '../../model/group.ts';
import type { Item, Observed } from '../../model/kind.ts';
import { OPERATION_FIELD, parametersOf } from '../../model/operation.ts';
import type { Step } from '../../model/step.ts';
import { entryFor } from '../../model/table.ts';
import type { Located, Pass } from '../pass/pass.ts';
import { isFor, type Operation, objectionTo } from '../term/operation.ts';
import { type Records, recordFor } from './records.ts';

/** What an Operation asks of a pass: the steps to run, the text to read, and what is to be recorded
 *  of it without either. */
export interface Asked {
  /** The one whose turn it is; null: there is none. */
  readonly operation: Operation | null;
  readonly steps: readonly Step[];
  readonly record: Records;
  /** Its verb reads a text. */
  readonly reads: boolean;
}

const NOTHING: Asked = { operation: null, steps: [], record: {}, reads: false };

/** The Operation whose turn it is: the oldest on this object that has not come to its end. One that
 *  can never be carried out takes no turn, and neither does one that is withdrawn. */
export function operationOn({ env, subject }: Pass): Operation | null {
  const open = env.operations.on(subject.name, env.cluster);
  const { uid } = subject.object.metadata;
  return (
    open.find(
      (one) =>
        isFor(one, uid) &&
        objectionTo(subject.kind, one) === null &&
        (one.object.metadata.deletionTimestamp === undefined ||
          recordFor(subject.status, one) !== undefined),
    ) ?? null
  );
}

/** Reads what the Operation asks for whose turn it is. Each is carried out at most once; one that
 *  was sent by a process that did not live to hear the answer ends as OutcomeUnknown. */
export function askedFor(pass: Located, observed: Observed<Item, unknown>): Asked {
  const operation = operationOn(pass);
  if (operation === null) return NOTHING;
  const last = recordFor(pass.subject.status, operation);
  // One that has an end in the status of the target waits until it is told so.
  if (last?.state === 'Sent')
    return { ...NOTHING, record: recordOf(pass, operation, { ...last, state: 'OutcomeUnknown' }) };
  if (last !== undefined && last.state !== 'Waiting') return NOTHING;
  if (entryFor(pass.subject.kind.answers ?? {}, operation.spec.verb) !== undefined)
    return { ...NOTHING, operation, reads: true };
  if (pass.policy.mode === 'Observe')
    return { ...NOTHING, record: recordOf(pass, operation, OBSERVED) };
  return { ...NOTHING, operation, ...stepsFor(pass, operation, observed) };
}

const OBSERVED = { state: 'Waiting', message: 'spec.policy.mode of the target is Observe' };

function stepsFor(
  pass: Located,
  operation: Operation,
  observed: Observed<Item, unknown>,
): Pick<Asked, 'steps' | 'record'> {
  const { spec, uid } = operation;
  const parameters = parametersOf(pass.subject.kind, spec);
  const ask = { token: uid, parameters: parameters.ok ? parameters.value : {} };
  const wanted: readonly Step[] =
    entryFor(pass.subject.kind.requests, spec.verb)?.steps(pass.desired, observed, ask) ?? [];
  const refusal = wanted.find((step) => step.type === 'refuse');
  if (refusal === undefined)
    return { steps: wanted.map((step) => tagged(step, operation)), record: {} };
  const message = `${refusal.field}: ${refusal.reason}`;
  return { steps: [], record: recordOf(pass, operation, { state: 'Refused', message }) };
}

/** The record of an Operation that comes to a state now. */
export function recordOf(
  { env }: Pick<Pass, 'env'>,
  { uid, name, spec: { verb } }: Pick<Operation, 'uid' | 'name' | 'spec'>,
  came: Partial<Records[string]> & { readonly state: string },
): Records {
  const changedAt = new Date(env.clock.now()).toISOString();
  return { [uid]: { changedAt, ...came, name, verb } };
}

/** Whether a person asks for a look at the item, or for an Operation that no pass has begun: both
 *  start from the item and its details as they are now. */
export function asksForLook(pass: Pass): boolean {
  if (syncAsked(pass) !== (pass.subject.status.lastHandledSync ?? null)) return true;
  const operation = operationOn(pass);
  return operation !== null && recordFor(pass.subject.status, operation) === undefined;
}

const LONGEST_SYNC = 128;

/** The value of the annotation that asks for a look, as the status keeps it; the one that was
 *  handled where there is none. */
export const syncAsked = ({ copy, subject: { status } }: Pass): string | null =>
  copy.object.metadata.annotations?.[ANNOTATION.sync]?.slice(0, LONGEST_SYNC).toWellFormed() ??
  status.lastHandledSync ??
  null;

/** The uid is part of the change, so that consent for one Operation is not consent for the next. */
const tagged = (step: Step, { uid, name, spec: { verb, approvedPlan } }: Operation): Step =>
  step.type === 'call'
    ? {
        ...step,
        request: { verb, name, uid, ...(approvedPlan === undefined ? {} : { approvedPlan }) },
        changes: [...step.changes, { field: OPERATION_FIELD, from: null, to: `${name} ${uid}` }],
      }
    : step;
