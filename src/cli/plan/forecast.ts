import { approvalsOf, idleApproval } from '../../engine/pass/approval.ts';
import { endingOf } from '../../engine/pass/ending.ts';
import type { Findings, Located, Pass } from '../../engine/pass/pass.ts';
import { type Verdict, verdictOf } from '../../engine/pass/verdict.ts';
import type { KubeObject } from '../../engine/ports/cluster.ts';
import { same } from '../../model/fingerprint.ts';
import type { ItemId } from '../../model/item-id.ts';
import { calls } from '../../model/plan.ts';
import type { Change, Fields, Step } from '../../model/step.ts';

/** The operator's actions for one object. */
export interface Forecast {
  /** The item that the object has or adopts; null: none yet. */
  readonly id: ItemId | null;
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
  readonly lost: ItemId | null;
  /** The part of the object that others see, after its item was read. */
  readonly face: Readonly<Record<string, unknown>>;
}

/** Builds the forecast of a pass from its findings. */
export function forecastOf(pass: Pass, located: Located | null, findings: Findings): Forecast {
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
  const isExplained =
    (cluster !== undefined && env.cluster.uid() !== null) ||
    (namespace !== undefined && env.cluster.home(name.namespace) !== null);
  return (cluster ?? namespace) !== undefined && !isExplained;
}

/** Returns the managed fields that a create cannot set. An empty list is the default of a new
 *  item. */
function laterThan(steps: readonly Step[], { subject, desired }: Located): Fields {
  const planned = new Set(calls(steps).flatMap(({ changes }) => changes.map(({ field }) => field)));
  const wants: Fields = subject.kind.wants(desired);
  return Object.fromEntries(
    Object.entries(wants).filter(
      ([field, value]) =>
        value !== undefined && !same(value, []) && field !== 'mark' && !planned.has(field),
    ),
  );
}

/** Builds the forecast of an object without a pass. */
export const silent = (object: KubeObject, verdict: Verdict): Forecast => ({
  id: (object.status as { readonly id?: ItemId } | undefined)?.id ?? null,
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
