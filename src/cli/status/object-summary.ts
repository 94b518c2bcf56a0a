import type { KubeObject } from '../../engine/ports/cluster.ts';
import { classOf } from '../../engine/term/operator-identity.ts';
import { CommonStatus, type Condition } from '../../model/common-status.ts';
import type { ItemId } from '../../model/item-id.ts';
import { readable } from '../../model/parse.ts';

/** The state of an object. `ready`: in sync and usable. `working`: the operator continues.
 *  `stalled`: a user has to act. */
export type State = 'ready' | 'working' | 'stalled' | 'deleting';

/** A waiting plan. */
export interface HeldPlan {
  readonly hash: string;
  readonly steps: readonly {
    readonly summary: string;
    readonly effect: string;
    readonly loses?: string | undefined;
  }[];
  /** The number of further steps; absent if there are none. */
  readonly more?: number;
  /** True if the plan waits for consent; otherwise it is only shown. */
  readonly wantsConsent: boolean;
}

/** The summary of an object. */
export interface ObjectSummary {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly state: State;
  readonly id: ItemId | null;
  /** Reason and message of the fact that keeps it from being ready, or from being in sync; null
   *  where there is none. */
  readonly reason: string | null;
  readonly message: string | null;
  /** Start of the state: RFC 3339. */
  readonly since: string | null;
  readonly held: HeldPlan | null;
}

/** Summarizes an object from its status; never fails, whatever the status contains. */
export function summaryOf(object: KubeObject): ObjectSummary {
  const status = readable(CommonStatus, object.status) as Partial<CommonStatus>;
  const state = stateOf(object, status);
  return {
    kind: object.kind,
    namespace: object.metadata.namespace,
    name: object.metadata.name,
    state,
    id: status.id ?? null,
    ...factOf(object, status, state),
    held: heldIn(status),
  };
}

const conditionIn = ({ conditions }: Partial<CommonStatus>, type: string): Condition | undefined =>
  conditions?.find((one) => one.type === type);
const isTrue = (status: Partial<CommonStatus>, type: string): boolean =>
  conditionIn(status, type)?.status === 'True';
const isLookedAt = (
  { metadata }: KubeObject,
  { observedGeneration }: Partial<CommonStatus>,
): boolean => observedGeneration === metadata.generation;

function stateOf(object: KubeObject, status: Partial<CommonStatus>): State {
  if (object.metadata.deletionTimestamp !== undefined) return 'deleting';
  if (!isLookedAt(object, status)) return 'working';
  if (isTrue(status, 'Stalled')) return 'stalled';
  return isTrue(status, 'Ready') ? 'ready' : 'working';
}

type Fact = Pick<ObjectSummary, 'reason' | 'message' | 'since'>;

/** Selects the fact to report: the operator's own work before the item, because it is closer to the
 *  cause. */
function factOf(object: KubeObject, status: Partial<CommonStatus>, state: State): Fact {
  if (!isLookedAt(object, status) && state !== 'deleting') {
    const message = `the operator has not reconciled generation ${object.metadata.generation} yet: check that it runs and watches this namespace${classWords(object)}?`;
    return { reason: 'NotLookedAt', message, since: object.metadata.creationTimestamp };
  }
  const condition = ['Synced', 'Ready']
    .map((type) => conditionIn(status, type))
    .find((one) => one !== undefined && one.status !== 'True');
  const since =
    state === 'deleting'
      ? (object.metadata.deletionTimestamp ?? null)
      : (condition?.lastTransitionTime ?? null);
  if (condition !== undefined)
    return { reason: condition.reason, message: condition.message, since };
  return state === 'deleting'
    ? { reason: 'Deleting', message: 'the operator has not processed the deletion yet', since }
    : { reason: null, message: null, since: null };
}

function classWords(object: KubeObject): string {
  const named = classOf(object);
  return named === null ? '' : ` and serve the class ${named}`;
}

const HELD: readonly string[] = ['ConsentRequired', 'Held'];

function heldIn(status: Partial<CommonStatus>): HeldPlan | null {
  const { plan } = status;
  if (plan === undefined) return null;
  const steps = plan.steps.map(({ summary, effect, loses }) => ({ summary, effect, loses }));
  const more = plan.more === undefined ? {} : { more: plan.more };
  return {
    hash: plan.hash,
    steps,
    ...more,
    wantsConsent: HELD.includes(conditionIn(status, 'Synced')?.reason ?? ''),
  };
}
