import { FINALIZER } from '../../model/group.ts';
import type { AnyKind } from '../../model/kind.ts';
import type { Outcome } from '../../model/outcome.ts';
import { beginPass } from '../pass/begin-pass.ts';
import { endingOfAll } from '../pass/ending.ts';
import { type Memory, noteDrift, remember } from '../pass/memory.ts';
import type { Findings, Pass } from '../pass/pass.ts';
import { nameOf } from '../pass/subject.ts';
import { kubeFailed } from '../pass/trouble.ts';
import { verdictOf } from '../pass/verdict.ts';
import type { Cause } from '../ports/cloud.ts';
import type { KubeFailure, KubeObject } from '../ports/cluster.ts';
import { announce } from '../report/announce.ts';
import { policyInEffect } from '../report/policy-in-effect.ts';
import { statusPatch, strangeMembers } from '../report/report.ts';
import type { Environment } from '../term/environment.ts';
import { otherOperator, type Self, serves } from '../term/operator-identity.ts';
import { isNotWorthTelling } from './brief-trouble.ts';
import { leaveTo, letGoOf } from './other-operator.ts';
import { reconcile } from './reconcile.ts';
import { type Again, again, soonest } from './requeue.ts';
import { restoreStatus } from './restore.ts';

/** Runs one pass and reports it: status, event, telemetry. Never throws: an exception is a bug,
 *  which is reported on the object and affects no other.
 *  @param waitedMs time from the due time of the pass to its start
 *  @returns the requeue; null when only a change requeues */
export async function runPass(
  env: Environment,
  kind: AnyKind,
  object: KubeObject,
  memory: Memory,
  cause: Cause,
  waitedMs: number,
): Promise<Again | null> {
  if (!serves(env.self, object)) return letGoOf(beginPass(env, kind, object, memory, cause));
  const startedAt = env.clock.elapsed();
  const { hints } = memory;
  const run = async (): Promise<Ran> =>
    reconcileAndReport(beginPass(env, kind, object, memory, cause));
  const ran = await run().catch(unreported);
  const { outcome, findings } = ran;
  const now = env.clock.now();
  const ending = endingOfAll(outcome, findings.besides);
  const look = { ready: findings.health?.ready === true, acted: (findings.did ?? []).length > 0 };
  const { hintedAt } = memory;
  const driftFound = noteDrift(memory, findings.drifting).length;
  const readyAfterMs = remember(memory, ending, look, now);
  // An event during the pass may concern a state that the pass has not read.
  if (memory.hints > hints) memory.hintedAt = hintedAt;
  const deletedAfterMs = ending.gone ? deletionOf(object, now) : null;
  env.telemetry.pass({
    ...recordOf(object, ran),
    driftFound,
    waitedMs,
    tookMs: env.clock.elapsed() - startedAt,
    ...(readyAfterMs === null ? {} : { readyAfterMs }),
    ...(deletedAfterMs === null ? {} : { deletedAfterMs }),
    ...(ending.failure === null ? {} : { failure: ending.failure }),
  });
  const looks = [outcome, ...(findings.besides ?? [])].map((one) =>
    again(one, findings.health, memory.attempts, env.random()),
  );
  return soonest(looks, findings.recheckMs);
}

/** A finished pass; `outcome` includes a failed report. */
interface Ran {
  readonly findings: Findings;
  readonly outcome: Outcome;
  readonly wrote: number;
  readonly error?: unknown;
}

const recordOf = (object: KubeObject, { outcome, findings, wrote, error }: Ran) => ({
  ...nameOf(object),
  outcome: outcome.type,
  detail: verdictOf(outcome).message,
  steps: findings.did ?? [],
  failedSteps: findings.failed ?? [],
  driftCorrected: findings.corrected?.length ?? 0,
  wrote,
  ...(error === undefined ? {} : { error }),
});

/** Returns the time from the deletion of an object to its release (milliseconds); null where
 *  another operator held it. The two times come from two clocks. */
function deletionOf({ metadata }: KubeObject, now: number): number | null {
  if (metadata.deletionTimestamp === undefined || metadata.finalizers?.includes(FINALIZER) !== true)
    return null;
  return Math.max(0, now - Date.parse(metadata.deletionTimestamp));
}

async function reconcileAndReport(begun: Pass): Promise<Ran> {
  const other = otherOperator(begun.env, begun.copy.object);
  if (other !== null) return leave(begun, other);
  begun.memory.otherSince = 0;
  const restored = await restoreStatus(begun);
  if (!restored.ok) return unrestored(restored.failure);
  const pass = restored.value;
  const found = await reconcile(pass).then((findings) => ({ findings }), broken);
  const outcome = (await report(pass, found.findings)) ?? found.findings.outcome;
  return { ...found, outcome, wrote: pass.copy.writes };
}

/** Runs a pass over an object of another operator. */
async function leave(pass: Pass, other: Self): Promise<Ran> {
  const { outcome, isReported } = leaveTo(other, pass);
  const findings = { outcome };
  return {
    findings,
    outcome: (isReported ? await report(pass, findings) : null) ?? outcome,
    wrote: pass.copy.writes,
  };
}

function broken(error: unknown): Pick<Ran, 'error'> & { readonly findings: Findings } {
  const detail = `bug in the operator, please report it: ${error instanceof Error ? error.message : String(error)}`;
  return { findings: { outcome: { type: 'broken', detail } }, error };
}

/** Ends a pass whose status cannot be restored: it draws no conclusion from the writes of another
 *  writer. */
function unrestored(failure: KubeFailure): Ran {
  const outcome: Outcome = failure.code === 'Gone' ? { type: 'gone' } : kubeFailed(failure);
  return { findings: { outcome }, outcome, wrote: 0 };
}

/** Builds the result of a pass that could not begin or report. */
function unreported(error: unknown): Ran {
  const { findings } = broken(error);
  return { findings, outcome: findings.outcome, wrote: 0, error };
}

/** Writes the changed status; returns the outcome that replaces the pass's own when the write
 *  fails. */
async function report(pass: Pass, findings: Findings): Promise<Outcome | null> {
  const ending = endingOfAll(findings.outcome, findings.besides);
  if (ending.gone || isNotWorthTelling(pass, findings, ending)) return null;
  const now = pass.env.clock.now();
  const before = pass.copy.object;
  const patch = {
    ...strangeMembers(before, pass.subject.kind),
    ...statusPatch(before, pass.subject.status, findings, now, policyInEffect(pass, findings)),
  };
  if (Object.keys(patch).length === 0) return null;
  const written = await pass.copy.report(patch);
  if (!written.ok)
    return written.failure.code === 'Gone' ? { type: 'gone' } : kubeFailed(written.failure);
  announce(pass.env.cluster, before, written.value, findings);
  return null;
}
