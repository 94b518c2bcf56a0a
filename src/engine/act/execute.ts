import { explain, type Failure, isHarmless, MEANING } from '../../model/failure.ts';
import { fingerprint } from '../../model/fingerprint.ts';
import type { Outcome } from '../../model/outcome.ts';
import { calls } from '../../model/plan.ts';
import { type Call, describe, type Step, wantedOf } from '../../model/step.ts';
import { noteWrite } from '../loop/memory.ts';
import type { Located } from '../pass.ts';
import { kubeFailed, soonerOf } from '../report/trouble.ts';
import { stepName } from './consent.ts';
import { isDrift } from './decide.ts';
import { forgetOnce, recordOnce } from './once.ts';
import { noteRepeat, pauseBefore } from './repeats.ts';
import { noteAccepted, underway } from './underway.ts';

/** What running steps came to. */
export interface Execution {
  /** What ended the run before its end: a wait, a refusal, a failure; null when every step was done. */
  readonly stopped: Outcome | null;
  /** What was sent, one line a step. */
  readonly did: readonly string[];
  /** Which of it was refused or never answered. */
  readonly failed: readonly string[];
  /** Fields that were changed outside and are put right. */
  readonly corrected: readonly string[];
  readonly verbs: readonly string[];
  /** Fingerprints of the values that were applied, by field. */
  readonly applied: Readonly<Record<string, string>>;
  /** The last answer that was the item itself; and every call that was answered with the item or a row of a detail, with that answer. */
  readonly answer: unknown;
  readonly answered: readonly { readonly step: Call; readonly answer: unknown }[];
  /** Keys of not repeatable requests that certainly did nothing. One that was answered with success stays open until what it made shows. */
  readonly closed: readonly string[];
  /** How one-shot actions ended, by verb. */
  readonly results: Readonly<Record<string, string>>;
}

interface Progress {
  readonly did: string[];
  readonly failed: string[];
  readonly corrected: string[];
  readonly verbs: string[];
  readonly done: Call[];
  readonly answered: Execution['answered'][number][];
  readonly closed: string[];
  readonly results: Record<string, string>;
  answer: unknown;
  failure: Failure | null;
}

/** Runs steps in order until the first wait, refusal or failed call; the failure of an independent call is told at the end. */
export async function execute(pass: Located, steps: readonly Step[]): Promise<Execution> {
  const progress: Progress = {
    did: [],
    failed: [],
    corrected: [],
    verbs: [],
    done: [],
    answered: [],
    closed: [],
    results: {},
    answer: undefined,
    failure: null,
  };
  for (const step of steps) {
    const stopped = step.type === 'call' ? await perform(pass, step, progress) : stoppedBy(step);
    if (stopped !== null) return ended(steps, progress, soonerOf(stopped, progress.failure));
  }
  return ended(steps, progress, progress.failure === null ? null : { type: 'failed', failure: progress.failure });
}

const stoppedBy = (step: Exclude<Step, Call>): Outcome =>
  step.type === 'refuse' ? { type: 'refused', field: step.field, detail: step.reason } : waiting(step.for, step.recheckMs);

/** A field that several calls bring about is applied when all of them are done. */
function ended(steps: readonly Step[], progress: Progress, stopped: Outcome | null): Execution {
  const open = calls(steps).filter((step) => !progress.done.includes(step));
  const unfinished = new Set(open.flatMap((step) => step.changes.map((change) => change.field)));
  const finished = progress.done.flatMap((step) => step.changes).filter((change) => !unfinished.has(change.field));
  return { ...progress, applied: Object.fromEntries(finished.map((change) => [change.field, fingerprint(wantedOf(change))])), stopped };
}

/** Sends one call; the outcome that ends the run, or null when the next step may follow. */
async function perform(pass: Located, step: Call, progress: Progress): Promise<Outcome | null> {
  const blocked = pausedBy(pass, step) ?? underway(pass.memory.accepted, step, pass.env.clock.now()) ?? (await recordBefore(pass, step));
  if (blocked !== null) return blocked;
  const sent = await pass.account.write(step.write, pass.cause);
  progress.did.push(describe(step));
  if (sent.ok) {
    noteWrite(pass.memory, pass.env.clock.now());
    noteAccepted(pass.memory.accepted, step, pass.env.clock.now());
    if (isDrift(step, pass.subject.status)) noteCorrection(pass, step, progress);
    succeed(step, sent.value, progress);
    return null;
  }
  progress.failed.push(describe(step));
  const harmless = isHarmless(sent.failure);
  if (!harmless) noteWrite(pass.memory, pass.env.clock.now());
  if (harmless && step.once !== undefined) progress.closed.push(forgetOnce(pass, step.once));
  if (step.request !== undefined) progress.results[step.request.verb] = resultOf(sent.failure);
  if (step.independent !== true) return { type: 'failed', failure: sent.failure };
  progress.failure ??= sent.failure;
  return null;
}

function noteCorrection(pass: Located, step: Call, progress: Progress): void {
  noteRepeat(pass.memory.repeats, stepName(step), pass.env.clock.now());
  progress.corrected.push(...step.changes.map((change) => change.field));
}

/** How an action ended that was not answered with success: only one that waiting can help stays open. */
function resultOf(failure: Failure): string {
  if (!isHarmless(failure)) return 'OutcomeUnknown';
  return `${MEANING[failure.code].passing ? 'Waiting' : 'Refused'}: ${explain(failure)}`;
}

function succeed(step: Call, answer: unknown, progress: Progress): void {
  progress.verbs.push(step.verb);
  if (step.request !== undefined) progress.results[step.request.verb] = 'Done';
  else progress.done.push(step);
  if (step.answers === undefined) return;
  if (step.answers === 'item') progress.answer = answer;
  progress.answered.push({ step, answer });
}

/** A correction that is undone again and again is not made without end: an instance that never stays up is booted more and more rarely. */
function pausedBy(pass: Located, step: Call): Outcome | null {
  if (!isDrift(step, pass.subject.status)) return null;
  const leftMs = pauseBefore(pass.memory.repeats, stepName(step), pass.env.clock.now());
  return leftMs === 0 ? null : waiting(`a while before ${step.verb} is done once more: it was undone again and again`, leftMs);
}

/** Records under lock what must not be sent twice, before it is sent. */
async function recordBefore(pass: Located, step: Call): Promise<Outcome | null> {
  const { request, once } = step;
  if (request !== undefined) {
    const at = new Date(pass.env.clock.now()).toISOString();
    const written = await pass.copy.record({ requests: { [request.verb]: { token: request.token, at, result: 'Sent' } } });
    return written.ok ? null : kubeFailed(written.failure);
  }
  return once === undefined ? null : recordOnce(pass, once);
}

const waiting = (what: string, recheckMs: number): Outcome => ({ type: 'waiting', for: what, recheckMs, reason: 'Waiting' });
