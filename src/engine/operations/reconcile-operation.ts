import type { Result } from '../../model/failure.ts';
import { type OperationState, operationPatch } from '../pass/operation-status.ts';
import { writeStatus } from '../pass/write-status.ts';
import type { KubeFailure, KubeObject } from '../ports/cluster.ts';
import type { Environment } from '../term/environment.ts';
import { isFinished, type Operation, readOperation } from '../term/operation.ts';
import { concerns, otherOperator } from '../term/operator-identity.ts';
import { finishedState, operationState } from './operation-state.ts';

/** The part of the environment that Operations need. */
export type OperationEnvironment = Pick<
  Environment,
  'cluster' | 'clock' | 'kinds' | 'operations' | 'self' | 'random'
>;

/** Delays before the retry of a failed write: in general, and if the role lacks the verb. */
const RETRY_MS = 2_000;
const FORBIDDEN_MS = 15_000;
/** Longest delay until the next check, so that a clock that is set back has a bounded effect. */
const LONGEST_SLEEP_MS = 60 * 60_000;

/** Reconciles one Operation: updates or restores its status, and deletes it when its time after the
 *  end is over.
 *  @returns milliseconds until the next reconciliation; null: only a change requires one */
export async function reconcileOperation(
  env: OperationEnvironment,
  object: KubeObject,
): Promise<number | null> {
  const operation = readOperation(object);
  if (operation === null || !isOurs(env, operation)) return null;
  const ended = isFinished(operation);
  if (ended && leftMs(env, operation) === 0) return remove(env, operation);
  const target = env.cluster.get(operation.target);
  const state = ended
    ? finishedState(operation, target)
    : operationState(operation, {
        kind: env.kinds.find(({ kind }) => kind === operation.target.kind),
        target,
        isFirst: env.operations.on(operation.target)[0]?.uid === operation.uid,
      });
  const patch = operationPatch(operation, state, env.clock.now());
  if (patch === null) return ended ? leftMs(env, operation) : null;
  const written = await writeStatus(env.cluster, object, patch);
  if (!written.ok) return retryMs(env, written);
  if (!ended) announce(env, written.value, state);
  const after = readOperation(written.value);
  return after !== null && isFinished(after) ? leftMs(env, after) : null;
}

/** Reports whether this operator serves an Operation: it serves the target, or the class of the
 *  Operation if there is no target. */
function isOurs(env: OperationEnvironment, operation: Operation): boolean {
  const target = env.cluster.get(operation.target);
  const served = target ?? operation.object;
  return concerns(env, served) && otherOperator(env, served) === null;
}

/** Emits an event at the end of an Operation. */
function announce(
  { cluster }: OperationEnvironment,
  object: KubeObject,
  { phase, reason, message }: OperationState,
): void {
  if (phase === 'Succeeded') cluster.emit(object, { type: 'Normal', reason: 'Succeeded', message });
  if (phase === 'Failed' || phase === 'Unknown')
    cluster.emit(object, { type: 'Warning', reason, message });
}

/** Returns the remaining time of a finished Operation (milliseconds); null if it has no limit. */
function leftMs({ clock }: OperationEnvironment, { spec, status }: Operation): number | null {
  const { ttlSecondsAfterFinished: ttl } = spec;
  const finishedAt = Date.parse(status.finishedAt ?? '');
  return ttl === undefined || Number.isNaN(finishedAt)
    ? null
    : Math.min(LONGEST_SLEEP_MS, Math.max(0, finishedAt + ttl * 1_000 - clock.now()));
}

/** Deletes an Operation, unless it is being deleted. */
async function remove(env: OperationEnvironment, { object }: Operation): Promise<number | null> {
  if (object.metadata.deletionTimestamp !== undefined) return null;
  const removed = await env.cluster.remove(object);
  return removed.ok ? null : retryMs(env, removed);
}

/** Returns the delay before the next attempt; null for a deleted Operation, which needs none. */
function retryMs(
  { random }: OperationEnvironment,
  { failure }: Extract<Result<unknown, KubeFailure>, { ok: false }>,
): number | null {
  if (failure.code === 'Gone') return null;
  const slow = failure.code === 'Denied' || failure.code === 'Unwritable';
  return (slow ? FORBIDDEN_MS : RETRY_MS) * (0.75 + 0.5 * random());
}
