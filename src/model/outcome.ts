import type { Failure } from './failure.ts';
import type { Plan } from './plan.ts';

/** The outcome of a pass. Requeue, conditions, event and metric follow from it, each in one
 *  table. */
export type Outcome =
  /** `approval`: the approval in the spec has no effect. */
  | { readonly type: 'settled'; readonly approval?: IdleApproval }
  | { readonly type: 'acted'; readonly verbs: readonly string[] }
  | {
      readonly type: 'waiting';
      readonly for: string;
      readonly recheckMs: number;
      readonly reason: WaitReason;
    }
  | { readonly type: 'refused'; readonly field: string; readonly detail: string }
  /** `reason`: where it has a name of its own. */
  | {
      readonly type: 'conflict';
      readonly detail: string;
      readonly reason?: 'TakenOver' | 'OtherCluster' | 'OtherOperator';
    }
  | { readonly type: 'drifted'; readonly fields: readonly string[] }
  | { readonly type: 'lost'; readonly detail: string }
  /** `adopting`: the item was adopted, and was not in sync with the spec since. `operation`: the
   *  Operation whose steps alone are held; the item matches the spec. */
  | {
      readonly type: 'held';
      readonly plan: Plan;
      readonly why: 'Preview' | 'ConsentRequired' | 'Brake';
      readonly adopting?: boolean;
      readonly operation?: string;
      readonly approval?: IdleApproval;
    }
  | { readonly type: 'paused' }
  | { readonly type: 'gone' }
  /** `speaker`: the source of the failure, where it is not the service. */
  | { readonly type: 'failed'; readonly failure: Failure; readonly speaker?: string }
  | { readonly type: 'broken'; readonly detail: string };

/** Reason that the approval in a spec has no effect: it was used, or names no waiting plan. */
export type IdleApproval = 'Used' | 'OtherPlan';

export type WaitReason =
  | 'Waiting'
  | 'WaitingForReference'
  | 'WaitingForCredential'
  | 'WaitingForDependents'
  | 'WaitingForOperator'
  | 'ResolvingCreate'
  | 'HiddenOrGone';

/** The usability of the item, in the service's own words. Concerns only the item: the operator's
 *  work is `Synced`. */
export interface Health {
  readonly ready: boolean;
  readonly reason: string;
  readonly message: string;
  /** The item stays in this state until a user acts; the message says how. */
  readonly stalled?: true;
}
