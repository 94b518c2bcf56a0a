import { type Failure, isHarmless } from '../../model/failure.ts';
import type { Desired } from '../../model/kind.ts';
import { type Call, describe } from '../../model/step.ts';
import { unbornNow } from '../observe/foreign-creates.ts';
import { foreignNow } from '../observe/isolation.ts';
import { noteWrite } from '../pass/memory.ts';
import type { Findings, Located } from '../pass/pass.ts';
import type { Room } from '../ports/cloud.ts';
import { declare, newIntent } from './create-intent.ts';
import { created } from './created.ts';
import { judged } from './refusal-patience.ts';
import { keepSecret } from './secrets-out.ts';

/** Sends the request of a create after its intent. Reserves budget for the request before anything
 *  is recorded: while the budget is spent, attempts cost no write. */
export async function sendCreate(
  pass: Located,
  desired: Desired<unknown>,
  step: Call,
): Promise<Findings> {
  const room = await pass.account.room(step.write, pass.cause);
  if (!room.ok) return { outcome: { type: 'failed', failure: room.failure } };
  try {
    return await sendIn(room.value, pass, desired, step);
  } finally {
    room.value.giveBack();
  }
}

async function sendIn(
  room: Room,
  pass: Located,
  desired: Desired<unknown>,
  step: Call,
): Promise<Findings> {
  const { env, memory } = pass;
  const intent = newIntent(pass, desired, step);
  const undeclared = await declare(pass, intent);
  if (undeclared !== null) return { outcome: undeclared };
  warn(pass);
  const foreign = foreignNow(pass) ?? (await unbornNow(pass));
  if (foreign !== null) {
    memory.closedIntentAt = intent.at;
    return { outcome: foreign, intent: null };
  }
  const sent = await pass.account.write(step.write, pass.cause, room);
  if (!sent.ok) return refused(pass, step, sent.failure, intent.at);
  noteWrite(memory, env.clock.now());
  const findings = await received(pass, desired, step, sent.value);
  if (env.turns.isOver()) await env.turns.rest();
  return { did: [describe(step)], ...findings };
}

/** Takes the answer to a create. What only this answer shows is written to its Secret before
 *  anything else can fail; this process keeps it until that succeeds. */
async function received(
  pass: Located,
  desired: Desired<unknown>,
  step: Call,
  given: unknown,
): Promise<Findings> {
  const { createAnswer } = pass.subject.kind;
  const { item, details } = createAnswer?.(given) ?? { item: given, details: {} };
  pass.memory.shownOnce = details;
  const findings = created(pass, desired, step, { item, details });
  if (findings.observed === undefined || createAnswer === undefined) return findings;
  const blocked = await keepSecret(pass, findings.observed, { result: null });
  if (blocked === null) return findings;
  return { ...created(pass, desired, step, { item, details: {} }), outcome: blocked };
}

/** Returns the findings of a create that was refused or not answered. @param at of its intent */
function refused(pass: Located, step: Call, failure: Failure, at: number): Findings {
  if (isHarmless(failure)) pass.memory.closedIntentAt = at;
  else noteWrite(pass.memory, pass.env.clock.now());
  const did = [describe(step)];
  return {
    outcome: { type: 'failed', failure: advised(pass, judged(pass, step, failure)) },
    did,
    failed: did,
    ...(isSettled(failure) ? { intent: null } : {}),
  };
}

/** Reports whether the create surely had no effect, so that the status drops the intent: a later
 *  process does not search for its result, and another credential may be used. A process that lost
 *  the lease or the lock may not write. */
const isSettled = (failure: Failure): boolean =>
  isHarmless(failure) && !['Fenced', 'Overtaken'].includes(failure.code);

/** Adds advice to a name conflict: the listing before the create showed no item with this key, so
 *  that it belongs to another account. */
function advised({ subject }: Located, failure: Failure): Failure {
  const { uniqueBeyond } = subject.kind;
  if (
    failure.code !== 'Guarded' ||
    uniqueBeyond === undefined ||
    failure.field !== uniqueBeyond.field
  )
    return failure;
  return { ...failure, detail: `${failure.detail} ${uniqueBeyond.advice}` };
}

/** Warns that this credential can create items that it can never delete. */
function warn({ env, subject, account, copy }: Located): void {
  if (subject.kind.unrestrictedToDelete !== true || !account.caller.restricted) return;
  const message = `the restricted user ${account.caller.username} can create this item but not delete it: a deletion requires an unrestricted user`;
  env.cluster.emit(copy.object, { type: 'Warning', reason: 'NeverDeleted', message });
}
