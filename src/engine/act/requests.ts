import { ANNOTATION } from '../../model/group.ts';
import type { Item, Observed } from '../../model/kind.ts';
import { OPERATION_FIELD, parametersOf } from '../../model/operation.ts';
import type { Step } from '../../model/step.ts';
import { entryFor } from '../../model/table.ts';
import type { Located, Pass } from '../pass/pass.ts';
import { isFor, type Operation, objectionTo } from '../term/operation.ts';
import { type Records, recordFor } from './records.ts';

/** The request of an Operation to a pass: the steps to run, the text to read, or a record without
 *  either. */
export interface Asked {
  /** The current Operation; null if there is none. */
  readonly operation: Operation | null;
  readonly steps: readonly Step[];
  readonly record: Records;
  /** True if its verb reads a text. */
  readonly reads: boolean;
}

const NOTHING: Asked = { operation: null, steps: [], record: {}, reads: false };

/** Returns the current Operation: the oldest unfinished one on this object. Skips Operations that
 *  are invalid or withdrawn. */
export function operationOn({ env, subject }: Pass): Operation | null {
  const { uid } = subject.object.metadata;
  return env.operations.first(
    subject.name,
    env.cluster,
    (one) =>
      isFor(one, uid) &&
      objectionTo(subject.kind, one) === null &&
      (one.object.metadata.deletionTimestamp === undefined ||
        recordFor(subject.status, one) !== undefined),
  );
}

/** Returns the request of the current Operation. Each Operation is performed at most once. One
 *  whose process ended before the answer becomes OutcomeUnknown. */
export function askedFor(pass: Located, observed: Observed<Item, unknown>): Asked {
  const operation = operationOn(pass);
  if (operation === null) return NOTHING;
  const last = recordFor(pass.subject.status, operation);
  // A finished Operation waits for the update of its own status.
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

/** Builds the record of an Operation that enters a state now. */
export function recordOf(
  { env }: Pick<Pass, 'env'>,
  { uid, name, spec: { verb } }: Pick<Operation, 'uid' | 'name' | 'spec'>,
  came: Partial<Records[string]> & { readonly state: string },
): Records {
  const changedAt = new Date(env.clock.now()).toISOString();
  return { [uid]: { changedAt, ...came, name, verb } };
}

/** Reports whether a user requests a sync, or an Operation that no pass has begun. Both start with
 *  a current read of the item and its details. */
export function asksForLook(pass: Pass): boolean {
  if (syncAsked(pass) !== (pass.subject.status.lastHandledSync ?? null)) return true;
  const operation = operationOn(pass);
  return operation !== null && recordFor(pass.subject.status, operation) === undefined;
}

const LONGEST_SYNC = 128;

/** Returns the value of the annotation that requests a sync, as the status stores it; without the
 *  annotation the value that was last handled. */
export const syncAsked = ({ copy, subject: { status } }: Pass): string | null =>
  copy.object.metadata.annotations?.[ANNOTATION.sync]?.slice(0, LONGEST_SYNC).toWellFormed() ??
  status.lastHandledSync ??
  null;

/** Adds the Operation to a step. The uid is part of the change, so that consent for one Operation
 *  does not cover the next one. */
const tagged = (step: Step, { uid, name, spec: { verb, approvedPlan } }: Operation): Step =>
  step.type === 'call'
    ? {
        ...step,
        request: { verb, name, uid, ...(approvedPlan === undefined ? {} : { approvedPlan }) },
        changes: [...step.changes, { field: OPERATION_FIELD, from: null, to: `${name} ${uid}` }],
      }
    : step;
