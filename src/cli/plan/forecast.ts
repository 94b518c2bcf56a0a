import { reconcile } from '../../engine/loop/reconcile.ts';
import { claimantOf, keyClaimOf } from '../../engine/observe/holding.ts';
import { locate } from '../../engine/observe/locate.ts';
import { approvalsOf, idleApproval } from '../../engine/pass/approval.ts';
import { beginPass } from '../../engine/pass/begin-pass.ts';
import { endingOf } from '../../engine/pass/ending.ts';
import { newMemory } from '../../engine/pass/memory.ts';
import type { Findings, Located, Pass } from '../../engine/pass/pass.ts';
import { type Verdict, verdictOf } from '../../engine/pass/verdict.ts';
import type { KubeObject } from '../../engine/ports/cluster.ts';
import type { Environment } from '../../engine/term/environment.ts';
import { same } from '../../model/fingerprint.ts';
import type { AnyKind } from '../../model/kind.ts';
import { calls } from '../../model/plan.ts';
import { membersOf, storedForm } from '../../model/status-layout.ts';
import type { Change, Fields, Step } from '../../model/step.ts';
import { recognise } from './recognise.ts';

/** The operator's actions for one object. */
export interface Forecast {
  /** The item that the object has or adopts; null: none yet. */
  readonly id: number | null;
  readonly steps: readonly Step[];
  /** Hash of the plan, for its approval. */
  readonly hash: string | null;
  /** State of the approvals of the plan: it is approved, or the approval in the spec names another
   *  plan. */
  readonly approval: 'Approved' | 'OtherPlan' | null;
  /** Steps that wait for consent. */
  readonly asking: readonly Step[];
  /** True if the object adopts the item: its differences from the spec were never in sync. */
  readonly adopting: boolean;
  /** Managed fields without a step, because the item must exist first. */
  readonly later: Fields;
  /** Differences that are only reported. */
  readonly reported: readonly Change[];
  /** Unresolved references: `Instance/web-1, which is not created yet`. */
  readonly missing: readonly string[];
  /** Verdict on the object where no request is sent. */
  readonly verdict: Verdict;
  /** True if the service returned an unexpected answer. */
  readonly failed: boolean;
  /** True if the item was found by its natural key alone. */
  readonly recognised: boolean;
  /** True if the status names a cluster that cannot be compared with this one: an undetected fence
   *  may exist. */
  readonly fenceUnknown: boolean;
  /** The item that the object had and that vanished from the account. */
  readonly lost: number | null;
  /** The part of the object that others see, after its item was read. */
  readonly face: Readonly<Record<string, unknown>>;
}

/** Forecasts a pass over an object by running it in Preview. @param knowsCluster true if the
 *  object's status comes from the cluster */
export async function forecast(
  env: Environment,
  kind: AnyKind,
  object: KubeObject,
  knowsCluster: boolean,
): Promise<Forecast> {
  if (object.metadata.deletionTimestamp !== undefined) return silent(object, BEING_DELETED);
  const pass = preview(env, kind, object);
  if (pass.policy.mode === 'Paused') return told(pass, null, await reconcile(pass));
  const located = await locate(pass);
  if ('outcome' in located) return told(pass, null, located);
  const own = knowsCluster ? null : await recognise(located);
  if (own === null) return finish(located);
  const again = preview(env, kind, own);
  const found = await locate(again);
  return {
    ...('outcome' in found ? told(again, null, found) : await finish(found)),
    recognised: true,
  };
}

const BEING_DELETED: Verdict = {
  synced: false,
  reason: 'Deleting',
  message: 'waiting for the object to be gone, which is being deleted in the cluster',
  activity: 'Reconciling',
};

/** Builds a pass that sends nothing, and reads everything from the service. */
function preview(env: Environment, kind: AnyKind, object: KubeObject): Pass {
  const now = env.clock.now();
  // One listing suffices to resolve a lost create, because nothing is sent.
  const memory = { ...newMemory(now), hintedAt: now, quietListings: [now - 1] };
  const pass = beginPass(env, kind, object, memory, {
    class: 'user',
    namespace: object.metadata.namespace,
  });
  return {
    ...pass,
    policy: { ...pass.policy, mode: pass.policy.mode === 'Manage' ? 'Preview' : pass.policy.mode },
  };
}

async function finish(pass: Located): Promise<Forecast> {
  // Of two objects that request the same item, the first in the order of the manifests gets it.
  pass.env.claims.take(keyClaimOf(pass), claimantOf(pass));
  const findings = await reconcile(pass);
  const { kind, object, status } = pass.subject;
  if (endingOf(findings.outcome).name !== 'lost' || pass.policy.loss !== 'Recreate')
    return told(pass, pass, findings);
  const anew = await locate(preview(pass.env, kind, withoutItem(object)));
  if ('outcome' in anew) return told(pass, pass, anew);
  return { ...told(anew, anew, await reconcile(anew)), lost: status.id ?? null };
}

/** Returns the object as after a proven loss of its item. */
function withoutItem(object: KubeObject): KubeObject {
  const { id: _, intent: __, ...members } = membersOf(object.status);
  return { ...object, status: storedForm(members) };
}

function told(pass: Pass, located: Located | null, findings: Findings): Forecast {
  const steps = findings.plan?.steps ?? [];
  const id = findings.id ?? pass.subject.status.id ?? null;
  return {
    id,
    steps,
    hash: findings.plan?.hash ?? null,
    approval: approvalIn(pass.subject.object, findings),
    asking: findings.asking ?? [],
    adopting: findings.operator?.adopting === true,
    later: located === null || id !== null ? {} : laterThan(steps, located),
    reported: findings.drift ?? [],
    missing: [...new Set(located?.resolution.missing.map((one) => one.for))],
    verdict: verdictOf(findings.outcome),
    failed: endingOf(findings.outcome).failure !== null,
    recognised: false,
    fenceUnknown: isFenceUnknown(pass),
    lost: null,
    face:
      findings.id === undefined || findings.id === null
        ? {}
        : { id: findings.id, account: findings.account, ...findings.mirrored },
  };
}

/** Returns the state of the approvals of a plan. A used approval counts as one of another plan. */
function approvalIn(object: KubeObject, { plan, asking = [] }: Findings): Forecast['approval'] {
  if (!plan || asking.length === 0) return null;
  if (approvalsOf(object).includes(plan.hash)) return 'Approved';
  return idleApproval(object, plan.hash).approval === undefined ? null : 'OtherPlan';
}

function isFenceUnknown({ env, subject: { name, status } }: Pass): boolean {
  const { cluster, namespace } = status.operator ?? {};
  const isTold =
    (cluster !== undefined && env.cluster.uid() !== null) ||
    (namespace !== undefined && env.cluster.home(name.namespace) !== null);
  return (cluster ?? namespace) !== undefined && !isTold;
}

/** Returns the managed fields that a create cannot set. An empty list is the default of a new
 *  item. */
function laterThan(steps: readonly Step[], { subject, desired }: Located): Fields {
  const said = new Set(calls(steps).flatMap(({ changes }) => changes.map(({ field }) => field)));
  const wants: Fields = subject.kind.wants(desired);
  return Object.fromEntries(
    Object.entries(wants).filter(
      ([field, value]) =>
        value !== undefined && !same(value, []) && field !== 'mark' && !said.has(field),
    ),
  );
}

const silent = (object: KubeObject, verdict: Verdict): Forecast => ({
  id: (object.status as { readonly id?: number } | undefined)?.id ?? null,
  steps: [],
  hash: null,
  approval: null,
  asking: [],
  adopting: false,
  later: {},
  reported: [],
  missing: [],
  verdict,
  failed: false,
  recognised: false,
  fenceUnknown: false,
  lost: null,
  face: {},
});
