import { besides, dependsOn, nameOf } from '../../model/chain.ts';
import { fingerprint } from '../../model/fingerprint.ts';
import { OPERATION_FIELD } from '../../model/operation.ts';
import { calls, needsConsent, type Plan, type PlanSubject, planOf } from '../../model/plan.ts';
import type { Status } from '../../model/status-layout.ts';
import { type Call, type Change, type Step, wantedOf } from '../../model/step.ts';
import type { Policy } from '../pass/policy.ts';
import { type Agreed, type Consent, consentTo, stepName } from './consent.ts';

/** The circumstances that decide which steps may run. */
export interface Circumstances extends Agreed {
  readonly policy: Policy;
  /** True if the item was adopted, and was not in sync with the spec since. */
  readonly adopting?: boolean;
}

/** A plan, the steps that may run now, the reason that holds the others, and the differences that
 *  are only reported. */
export interface Decision {
  readonly plan: Plan;
  readonly run: readonly Step[];
  readonly held: 'Preview' | 'ConsentRequired' | null;
  /** The name of the Operation, if consent holds steps of the Operation alone; otherwise null. */
  readonly operation: string | null;
  readonly drift: readonly Change[];
  /** Fields with drift, whatever the policy does about it. */
  readonly drifting: readonly string[];
  /** Steps of the plan that require consent, given or not. */
  readonly asking: readonly Call[];
  /** The consent that this plan uses, to be recorded before its first step; null when none is
   *  used. */
  readonly consented: Consent | null;
  /** The plan of the Operation alone, if one of its steps waits for consent; otherwise null. */
  readonly request: Plan | null;
}

/** Decides which steps run, as a chain of filters. Values that the service normalized are dropped;
 *  drift is reported where the policy requires it; the rest is the plan. A preview runs none of it.
 *  Steps that require consent, and their dependents, run only with it. */
export function decide(steps: readonly Step[], now: Circumstances): Decision {
  const meant = steps.filter((step) => step.type !== 'call' || !isEcho(step, now.status));
  const reported = meant.filter((step) => isOnlyReported(step, now));
  const left = steps.filter((step) => meant.includes(step) && !reported.includes(step));
  const plan = planOf(
    now.subject,
    left.filter((step) => !isIdle(step, steps, left)),
  );
  const drifted = meant.filter((step) => isDrift(step, now.status)).flatMap(changesOf);
  const differences = {
    drift: reported.flatMap(changesOf),
    drifting: drifted.map(({ field }) => field),
  };
  const own = requestPlan(now.subject, plan.steps);
  const asking = calls(plan.steps).filter(
    (step) => asksConsent(step, now) && !isApproved(step, own),
  );
  if (now.policy.mode === 'Preview')
    return {
      plan,
      ...previewed(plan),
      operation: null,
      ...differences,
      asking,
      consented: null,
      request: null,
    };
  const consented = consentTo(plan, asking, now);
  const held = asking.filter((step) => consented?.steps.includes(stepName(step)) !== true);
  return {
    plan,
    run: besides(plan.steps, held),
    held: held.length === 0 ? null : 'ConsentRequired',
    operation: held.every(({ request }) => request !== undefined)
      ? (held[0]?.request?.name ?? null)
      : null,
    ...differences,
    asking,
    consented,
    request: held.some(({ request }) => request !== undefined) ? own : null,
  };
}

/** Reports whether a wait stands between calls that are no longer made. */
function isIdle(step: Step, steps: readonly Step[], left: readonly Step[]): boolean {
  if (step.type !== 'wait') return false;
  const waiting = new Set([nameOf(step)]);
  const isOver = (all: (one: Step) => boolean): boolean => steps.some(all) && !left.some(all);
  return (
    isOver((one) => one.type === 'call' && dependsOn(one, waiting)) ||
    isOver((one) => dependsOn(step, new Set([nameOf(one)])))
  );
}

/** Holds a preview without sending anything; a plan without calls ends with its own wait or
 *  refusal. */
const previewed = (plan: Plan): Pick<Decision, 'run' | 'held'> =>
  plan.steps.some((step) => step.type === 'call')
    ? { run: [], held: 'Preview' }
    : { run: plan.steps, held: null };

/** Reports whether the service stored the sent value in its own form: sending it again would change
 *  nothing. */
const isEcho = (step: Call, status: Status): boolean =>
  step.changes.length > 0 &&
  step.changes.every((change) =>
    status.stored?.some(
      (pair) =>
        pair.field === change.field &&
        pair.sent === fingerprint(change.to) &&
        pair.stored === fingerprint(change.from),
    ),
  );

const changesOf = (step: Step): readonly Change[] => {
  if (step.type === 'call') return step.changes;
  return step.type === 'refuse' && step.change !== undefined ? [step.change] : [];
};

/** Reports drift: the desired value was applied before, and the item now has another one. */
export const isDrift = (step: Step, status: Status): boolean => {
  const changes = changesOf(step);
  return (
    changes.length > 0 && changes.every((change) => isPrint(status.applied?.[change.field], change))
  );
};

/** Reports whether a fingerprint matches the desired value of a change. Computes none where none is
 *  recorded. */
const isPrint = (print: string | undefined, change: Change): boolean =>
  print !== undefined && print === fingerprint(wantedOf(change));

/** Reports whether a difference is only reported: mode Observe reports every one, policy Report
 *  those made outside, and drift that cannot be corrected is reported too. */
function isOnlyReported(step: Step, now: Circumstances): boolean {
  if (step.type === 'call')
    return (
      now.policy.mode === 'Observe' || (now.policy.drift === 'Report' && isDrift(step, now.status))
    );
  return changesOf(step).length > 0 && (now.policy.mode === 'Observe' || isDrift(step, now.status));
}

/** Returns the plan of an Operation alone. Its hash covers the steps but not the Operation, so that
 *  another Operation can consent to them. */
const requestPlan = (subject: PlanSubject, steps: readonly Step[]): Plan =>
  planOf(
    subject,
    calls(steps).flatMap((step) =>
      step.request === undefined
        ? []
        : [
            {
              ...step,
              after: [],
              changes: [
                ...step.changes.filter(({ field }) => field !== OPERATION_FIELD),
                { field: OPERATION_FIELD, from: null, to: step.request.verb },
              ],
            },
          ],
    ),
  );

/** Reports whether the Operation of a step consents to its plan. */
const isApproved = ({ request }: Call, own: Plan): boolean => request?.approvedPlan === own.hash;

function asksConsent(step: Call, now: Circumstances): boolean {
  if (needsConsent(step.effect)) return now.policy.consent === 'Ask';
  if (step.effect !== 'disrupts') return false;
  // A requested action needs no second consent; a difference of an adopted item was not requested.
  if (now.adopting === true && step.request === undefined && now.policy.consent === 'Ask')
    return true;
  return now.policy.drift === 'Default' && isDrift(step, now.status);
}
