import type { Outcome } from '../../model/outcome.ts';
import type { Call } from '../../model/step.ts';
import { unbornNow } from '../observe/foreign-creates.ts';
import { foreignNow } from '../observe/isolation.ts';
import { pauseBefore } from '../pass/correction-backoff.ts';
import { underway } from '../pass/in-flight.ts';
import type { Located } from '../pass/pass.ts';
import { refusedLately } from '../pass/refused.ts';
import { kubeFailed } from '../pass/trouble.ts';
import { beginOperation } from './begin-operation.ts';
import { stepName } from './consent.ts';
import { isDrift } from './decide.ts';
import { advisedOnSwap } from './name-swaps.ts';
import { recordOnce } from './send-once.ts';
import { settling } from './spent-steps.ts';

/** Runs the checks before a call is sent, and returns the outcome that delays it, or null. Records
 *  requests that must not be sent twice. */
export const beforeSending = async (pass: Located, step: Call): Promise<Outcome | null> =>
  pausedBy(pass, step) ??
  refusedBefore(pass, step) ??
  underway(pass.memory.accepted, step, pass.env.clock.now()) ??
  settling(pass, step) ??
  (await recordBefore(pass, step)) ??
  foreignNow(pass) ??
  (await unbornNow(pass));

/** Delays a correction that is reverted repeatedly: an instance that keeps stopping is booted with
 *  a growing backoff. */
function pausedBy(pass: Located, step: Call): Outcome | null {
  if (!isDrift(step, pass.subject.status)) return null;
  const leftMs = pauseBefore(pass.memory.repeats, stepName(step), pass.env.clock.now());
  return leftMs === 0
    ? null
    : waiting(`the backoff before ${step.verb} is repeated: something keeps undoing it`, leftMs);
}

/** Delays a recently refused step while many others of the object are refused too, or while it has
 *  been refused for long. Deletions are not delayed. */
function refusedBefore(pass: Located, step: Call): Outcome | null {
  const { memory, env, deleting } = pass;
  if (deleting || step.request !== undefined) return null;
  const look = { now: env.clock.now(), hintedAt: memory.hintedAt };
  const failure = refusedLately(memory.refused, stepName(step), look);
  return failure === null ? null : { type: 'failed', failure: advisedOnSwap(pass, step, failure) };
}

/** Records under lock, before a request is sent, whatever must not be sent twice or could not be
 *  determined afterwards. */
async function recordBefore(
  pass: Located,
  { request, once, records }: Call,
): Promise<Outcome | null> {
  if (once !== undefined) return recordOnce(pass, once);
  if (request !== undefined) return beginOperation(pass, request);
  if (records === undefined) return null;
  const written = await pass.copy.record(records);
  return written.ok ? null : kubeFailed(written.failure);
}

const waiting = (what: string, recheckMs: number): Outcome => ({
  type: 'waiting',
  for: what,
  recheckMs,
  reason: 'Waiting',
});
