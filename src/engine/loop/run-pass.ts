import type { AnyKind } from '../../model/kind.ts';
import type { Outcome } from '../../model/outcome.ts';
import type { Environment } from '../environment.ts';
import type { Findings, Pass } from '../pass.ts';
import type { Cause } from '../ports/cloud.ts';
import type { KubeObject } from '../ports/cluster.ts';
import { beginPass, reconcile } from '../reconcile.ts';
import { announce } from '../report/announce.ts';
import { verdictOf } from '../report/conditions.ts';
import { statusPatch } from '../report/report.ts';
import { kubeFailed } from '../report/trouble.ts';
import { type Ending, endingOf } from './ending.ts';
import { type Memory, remember } from './memory.ts';
import { type Again, again } from './requeue.ts';

/** Runs one pass and reports it: status, event, telemetry. Never throws: a pass that does is a bug, which is told in the object and stops nobody else.
 *  @param waitedMs how long the pass was due before it began
 *  @returns when to look again; null when only a change asks for it */
export async function runPass(
  env: Environment,
  kind: AnyKind,
  object: KubeObject,
  memory: Memory,
  cause: Cause,
  waitedMs: number,
): Promise<Again | null> {
  const startedAt = env.clock.now();
  const pass = beginPass(env, kind, object, memory, cause);
  const { findings, error } = await guarded(pass);
  const outcome = (await report(pass, findings)) ?? findings.outcome;
  const ending = endingOf(outcome);
  const readyAfterMs = remember(memory, ending, findings.health?.ready === true, env.clock.now());
  env.telemetry.pass({
    ...pass.subject.name,
    outcome: outcome.type,
    detail: verdictOf(outcome).message,
    steps: findings.did ?? [],
    waitedMs,
    tookMs: env.clock.now() - startedAt,
    wrote: pass.copy.writes,
    ...(readyAfterMs === null ? {} : { readyAfterMs }),
    ...(error === undefined ? {} : { error }),
    ...(ending.failure === null ? {} : { failure: ending.failure }),
  });
  return again(outcome, findings.health, memory.attempts, env.random());
}

async function guarded(pass: Pass): Promise<{ readonly findings: Findings; readonly error?: unknown }> {
  try {
    return { findings: await reconcile(pass) };
  } catch (error) {
    const detail = `a bug of the operator, please report it: ${error instanceof Error ? error.message : String(error)}`;
    return { findings: { outcome: { type: 'broken', detail } }, error };
  }
}

/** Writes what changed in the status; returns the outcome that replaces the pass's own when that fails. */
async function report(pass: Pass, findings: Findings): Promise<Outcome | null> {
  const ending = endingOf(findings.outcome);
  if (ending.gone || isNotWorthTelling(pass, ending)) return null;
  const now = pass.env.clock.now();
  const before = pass.copy.object;
  const patch = statusPatch(before, pass.subject.status, findings, now);
  if (patch === null) return null;
  const written = await pass.copy.report(patch);
  if (!written.ok) return written.failure.code === 'Gone' ? { type: 'gone' } : kubeFailed(written.failure);
  announce(pass.env.cluster, before, written.value, findings);
  return null;
}

/** A trouble that passes by itself is not told of an object at rest whose item was seen a short while ago: one bad minute must not turn every object. */
function isNotWorthTelling(pass: Pass, ending: Ending): boolean {
  if (ending.failure?.code === 'Fenced') return true;
  const { status, object } = pass.subject;
  const synced = status.conditions?.some((one) => one.type === 'Synced' && one.status === 'True') === true;
  const atRest = synced && status.observedGeneration === object.metadata.generation && !pass.memory.unsettled && !pass.deleting;
  return ending.outside && atRest && pass.env.clock.now() - pass.memory.observedAt < pass.env.settings.staleAfterMs;
}
