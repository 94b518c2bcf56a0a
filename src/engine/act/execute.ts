import { dependsOn, nameOf } from '../../model/chain.ts';
import { explain, type Failure, isHarmless, MEANING } from '../../model/failure.ts';
import { fingerprint } from '../../model/fingerprint.ts';
import type { Outcome } from '../../model/outcome.ts';
import { calls } from '../../model/plan.ts';
import { type Call, describe, type Step, wantedOf } from '../../model/step.ts';
import { noteRepeat } from '../pass/correction-backoff.ts';
import { noteAccepted } from '../pass/in-flight.ts';
import { noteWrite } from '../pass/memory.ts';
import type { Located } from '../pass/pass.ts';
import { noteRefused } from '../pass/refused.ts';
import { beforeSending } from './before-sending.ts';
import { stepName } from './consent.ts';
import { isDrift } from './decide.ts';
import { type Ended, type Execution, newProgress, type Progress } from './execution.ts';
import { advisedOnSwap, takenIn } from './name-swaps.ts';
import { judged } from './refusal-patience.ts';
import { forgetOnce } from './send-once.ts';
import { noteSpent } from './spent-steps.ts';

/** Runs steps in order. A wait, a refusal or a failure holds only its dependents. A failure that
 *  would affect every other request ends the run. */
export async function execute(pass: Located, steps: readonly Step[]): Promise<Execution> {
  const progress = newProgress();
  for (const step of steps) {
    const stop =
      step.type === 'call' ? await perform(pass, step, progress) : stopOf(step, progress);
    if (stop !== null) progress.stops.push(stop);
    if (stop !== null && endsAll(stop)) break;
  }
  return ended(steps, progress);
}

/** All requests share the credential, the lease and the copy of the object. */
const endsAll = (stop: Outcome): boolean =>
  stop.type === 'failed' &&
  (stop.speaker !== undefined ||
    stop.failure.code === 'Fenced' ||
    stop.failure.code === 'Unauthenticated');

/** Returns the outcome with which a wait or a refusal holds its chain; null where a wait follows a
 *  call that did not start. */
function stopOf(step: Exclude<Step, Call>, { held, begun }: Progress): Outcome | null {
  if (step.type === 'wait' && step.after !== undefined && !dependsOn(step, begun)) return null;
  held.add(nameOf(step));
  return step.type === 'refuse'
    ? { type: 'refused', field: step.field, detail: step.reason }
    : {
        type: 'waiting',
        for: step.for,
        recheckMs: step.recheckMs,
        reason: step.reference === true ? 'WaitingForReference' : 'Waiting',
      };
}

/** Builds the result. A field that several calls change is applied when all of them are done. */
function ended(steps: readonly Step[], progress: Progress): Execution {
  const open = calls(steps).filter((step) => !progress.done.includes(step));
  const unfinished = new Set(open.flatMap((step) => step.changes.map((change) => change.field)));
  const finished = progress.done
    .flatMap((step) => step.changes)
    .filter((change) => !unfinished.has(change.field));
  return {
    ...progress,
    applied: Object.fromEntries(
      finished.map((change) => [change.field, fingerprint(wantedOf(change))]),
    ),
  };
}

/** Sends one call unless a dependency is open; returns the outcome that holds its dependents, or
 *  null. */
async function perform(pass: Located, step: Call, progress: Progress): Promise<Outcome | null> {
  if (dependsOn(step, progress.held)) {
    progress.held.add(nameOf(step));
    return null;
  }
  const blocked = await beforeSending(pass, step);
  const stop = blocked ?? (await send(pass, step, progress));
  if (stop !== null) progress.held.add(nameOf(step));
  return stop;
}

async function send(pass: Located, step: Call, progress: Progress): Promise<Outcome | null> {
  const sent = await pass.account.write(step.write, pass.cause);
  progress.did.push(describe(step));
  if (sent.ok) {
    noteRefused(pass.memory.refused, stepName(step), null);
    noteWrite(pass.memory, pass.env.clock.now());
    noteAccepted(pass.memory.accepted, step, pass.env.clock.now());
    noteSpent(pass, step);
    if (isDrift(step, pass.subject.status)) noteCorrection(pass, step, progress);
    succeed(step, sent.value, progress);
    return null;
  }
  progress.failed.push(describe(step));
  const harmless = isHarmless(sent.failure);
  if (!harmless) {
    noteWrite(pass.memory, pass.env.clock.now());
    progress.begun.add(nameOf(step));
  }
  if (harmless && step.once !== undefined) progress.closed.push(forgetOnce(pass, step.once));
  if (step.request !== undefined) progress.result = resultOf(step.request.verb, sent.failure);
  const failure = judged(pass, step, sent.failure);
  noteRefused(pass.memory.refused, stepName(step), refusalOf(pass, step, failure));
  return { type: 'failed', failure: advisedOnSwap(pass, step, failure) };
}

/** Returns the refusal to remember; null where the call failed otherwise. */
function refusalOf(pass: Located, step: Call, failure: Failure) {
  if (failure.code !== 'Rejected' && failure.code !== 'Guarded') return null;
  const isTaken = takenIn(pass, step, failure) !== undefined;
  const { generation } = pass.subject.object.metadata;
  return { at: pass.env.clock.now(), generation, failure, isTaken };
}

function noteCorrection(pass: Located, step: Call, progress: Progress): void {
  noteRepeat(pass.memory.repeats, stepName(step), pass.env.clock.now());
  progress.corrected.push(...step.changes.map((change) => change.field));
}

/** Returns the state of an Operation without a successful answer: it stays open only for a
 *  temporary failure. */
function resultOf(verb: string, failure: Failure): Ended {
  if (!isHarmless(failure)) return { verb, state: 'OutcomeUnknown', message: explain(failure) };
  const state = MEANING[failure.code].passing ? 'Waiting' : 'Refused';
  return { verb, state, message: explain(failure) };
}

function succeed(step: Call, answer: unknown, progress: Progress): void {
  progress.verbs.push(step.verb);
  progress.begun.add(nameOf(step));
  if (step.request !== undefined) progress.result = { verb: step.request.verb, state: 'Done' };
  else progress.done.push(step);
  if (step.answers === undefined) return;
  if (step.answers === 'item') progress.answer = answer;
  progress.answered.push({ step, answer });
}
