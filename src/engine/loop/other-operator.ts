import type { Outcome } from '../../model/outcome.ts';
import { newMemory } from '../pass/memory.ts';
import type { Pass } from '../pass/pass.ts';
import { statusPatch } from '../report/report.ts';
import { classOf, type Self } from '../term/operator-identity.ts';
import type { Again } from './requeue.ts';

/** The time that another operator has to let an object go before people are told (milliseconds). It
 *  may be about to take over its own Lease. */
const LET_GO_MS = 30_000;

/** The ending of a pass over an object that another operator has, and whether the object says
 *  so. */
interface Left {
  readonly outcome: Outcome;
  readonly isTold: boolean;
}

/** Leaves an object to the operator that its status names. Where that operator serves the class of
 *  the object, nothing is written but an event: it would restore the status that it wrote. Where
 *  the object left its class, it lets the object go, unless it ended for good. */
export function leaveTo(other: Self, { env, copy, memory }: Pass): Left {
  const since = memory.otherSince === 0 ? env.clock.elapsed() : memory.otherSince;
  // What this process remembers of the object is older than what the other operator does.
  Object.assign(memory, {
    ...newMemory(env.clock.now()),
    attempts: memory.attempts,
    ending: memory.ending,
    otherSince: since,
  });
  const isRival = other.class === classOf(copy.object);
  const waited = env.clock.elapsed() - since;
  if (!isRival && waited < LET_GO_MS)
    return { outcome: letting(other, LET_GO_MS - waited), isTold: false };
  const detail = `the operator ${other.name} manages this object, by its status; ${isRival ? RIVAL : GONE} ${other.name}`;
  if (isRival)
    env.cluster.emit(copy.object, { type: 'Warning', reason: 'OtherOperator', message: detail });
  return { outcome: { type: 'conflict', detail, reason: 'OtherOperator' }, isTold: !isRival };
}

const RIVAL =
  'give one of both operators a class, or other namespaces; if that operator ended for good, set the annotation cloudinfra.dev/moved-from to';
const GONE =
  'it lets the object go while it runs; if it ended for good, set the annotation cloudinfra.dev/moved-from to';

const letting = ({ name }: Self, recheckMs: number): Outcome => ({
  type: 'waiting',
  for: `the operator ${name} to let the object go`,
  recheckMs,
  reason: 'Waiting',
});

/** Lets an object go that left the class of this operator. The finalizer and what is recorded stay:
 *  the next operator goes on from there.
 *  @returns when to try again; null: it is let go */
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
