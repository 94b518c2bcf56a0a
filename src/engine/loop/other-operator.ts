import { ANNOTATION } from '../../model/group.ts';
import type { Outcome } from '../../model/outcome.ts';
import { newMemory } from '../pass/memory.ts';
import type { Pass } from '../pass/pass.ts';
import { statusPatch } from '../report/report.ts';
import { classOf, type Self } from '../term/operator-identity.ts';
import type { Again } from './requeue.ts';

/** Time for another operator to release an object before the status reports it (milliseconds). It
 *  may be about to acquire its own Lease. */
const LET_GO_MS = 30_000;

/** The ending of a pass over an object of another operator, and whether the status reports it. */
interface Left {
  readonly outcome: Outcome;
  readonly isReported: boolean;
}

/** Leaves an object to the operator that its status names. Where that operator serves the class of
 *  the object, only an event is written: the other operator would restore its status. Where the
 *  object left that class, waits for its release. */
export function leaveTo(other: Self, { env, copy, memory }: Pass): Left {
  const since = memory.otherSince === 0 ? env.clock.elapsed() : memory.otherSince;
  // The memory of this process is older than the actions of the other operator.
  Object.assign(memory, {
    ...newMemory(env.clock.now()),
    attempts: memory.attempts,
    ending: memory.ending,
    otherSince: since,
  });
  const isRival = other.class === classOf(copy.object);
  const waited = env.clock.elapsed() - since;
  if (!isRival && waited < LET_GO_MS)
    return { outcome: letting(other, LET_GO_MS - waited), isReported: false };
  const detail = `the operator ${other.name} manages this object, according to its status; ${isRival ? RIVAL : GONE} ${other.name}`;
  if (isRival)
    env.cluster.emit(copy.object, { type: 'Warning', reason: 'OtherOperator', message: detail });
  return { outcome: { type: 'conflict', detail, reason: 'OtherOperator' }, isReported: !isRival };
}

const RIVAL = `give one of the two operators a class, or other namespaces; if that operator stopped permanently, set the annotation ${ANNOTATION.movedFrom} to`;
const GONE = `it releases the object when it runs; if it stopped permanently, set the annotation ${ANNOTATION.movedFrom} to`;

const letting = ({ name }: Self, recheckMs: number): Outcome => ({
  type: 'waiting',
  for: `the operator ${name} to release the object`,
  recheckMs,
  reason: 'Waiting',
});

/** Releases an object that left the class of this operator. The finalizer and the records stay for
 *  the next operator.
 *  @returns the retry; null: it is released */
export async function letGoOf({ env, copy, subject, memory }: Pass): Promise<Again | null> {
  const named = classOf(copy.object);
  const what = named === null ? 'an operator without a class' : `an operator of the class ${named}`;
  const outcome: Outcome = {
    type: 'waiting',
    for: what,
    recheckMs: 0,
    reason: 'WaitingForOperator',
  };
  const left = await copy.letGo(
    statusPatch(copy.object, subject.status, { outcome }, env.clock.now()) ?? {},
  );
  if (!left.ok && left.failure.code !== 'Gone') return { inMs: 1_000, urgency: 'completion' };
  Object.assign(memory, newMemory(env.clock.now()));
  return null;
}
