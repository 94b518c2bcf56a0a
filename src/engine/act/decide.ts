import { besides, dependsOn, nameOf } from '../../model/chain.ts';
import { fingerprint } from '../../model/fingerprint.ts';
import { calls, needsConsent, type Plan, planOf } from '../../model/plan.ts';
import type { Status } from '../../model/status-layout.ts';
import { type Call, type Change, type Step, wantedOf } from '../../model/step.ts';
import type { Policy } from '../pass/policy.ts';
import { type Agreed, type Consent, consentTo, stepName } from './consent.ts';

/** What is known when it is decided what of a kind's steps may be done. */
export interface Circumstances extends Agreed {
  readonly policy: Policy;
  /** The item was taken over, and was not in sync with the spec since. */
  readonly adopting?: boolean;
}

/** A plan, what of it may run now, what holds the rest, and the differences that are only
 *  reported. */
export interface Decision {
  readonly plan: Plan;
  readonly run: readonly Step[];
  readonly held: 'Preview' | 'ConsentRequired' | null;
  readonly drift: readonly Change[];
  /** Fields that were changed outside, whatever is done about it. */
  readonly drifting: readonly string[];
  /** The steps of the plan that may not be done without consent, given or not. */
  readonly asking: readonly Call[];
  /** The consent that this plan uses and that must be recorded before its first such step; null
   *  when none is used. */
  readonly consented: Consent | null;
}

/** Decides, as a chain of filters over data: what the service keeps in another form is dropped,
 *  drift is reported where the policy says so, the rest is the plan; a preview runs nothing of it;
 *  what needs consent runs only with it, and so does what depends on that. */
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
  const asking = calls(plan.steps).filter((step) => asksConsent(step, now));
  if (now.policy.mode === 'Preview')
    return { plan, ...previewed(plan), ...differences, asking, consented: null };
  const consented = consentTo(plan, asking, now);
  const held = asking.filter((step) => consented?.steps.includes(stepName(step)) !== true);
  return {
    plan,
    run: besides(plan.steps, held),
    held: held.length === 0 ? null : 'ConsentRequired',
    ...differences,
    asking,
    consented,
  };
}

/** A wait between calls that are not made any more has nothing to wait for. */
function isIdle(step: Step, steps: readonly Step[], left: readonly Step[]): boolean {
  if (step.type !== 'wait') return false;
  const waiting = new Set([nameOf(step)]);
  const isOver = (all: (one: Step) => boolean): boolean => steps.some(all) && !left.some(all);
  return (
    isOver((one) => one.type === 'call' && dependsOn(one, waiting)) ||
    isOver((one) => dependsOn(step, new Set([nameOf(one)])))
  );
}

/** A preview sends nothing; a plan that would send nothing either ends as it would, with its wait
 *  or refusal. */
const previewed = (plan: Plan): Pick<Decision, 'run' | 'held'> =>
  plan.steps.some((step) => step.type === 'call')
    ? { run: [], held: 'Preview' }
    : { run: plan.steps, held: null };

/** The service keeps what was sent in the form that is there: sending it again would change
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

/** A difference that is not a wish: what is wanted was applied before, and something else is there
 *  now. */
export const isDrift = (step: Step, status: Status): boolean => {
  const changes = changesOf(step);
  return (
    changes.length > 0 && changes.every((change) => isPrint(status.applied?.[change.field], change))
  );
};

/** Whether a fingerprint is that of the value that a change wants. Where none is recorded none is
 *  computed. */
const isPrint = (print: string | undefined, change: Change): boolean =>
  print !== undefined && print === fingerprint(wantedOf(change));

/** Observe reports every difference, Report those made outside; what cannot be mended is reported
 *  too where it was made outside. */
function isOnlyReported(step: Step, now: Circumstances): boolean {
  if (step.type === 'call')
    return (
      now.policy.mode === 'Observe' || (now.policy.drift === 'Report' && isDrift(step, now.status))
    );
  return changesOf(step).length > 0 && (now.policy.mode === 'Observe' || isDrift(step, now.status));
}

function asksConsent(step: Call, now: Circumstances): boolean {
  if (needsConsent(step.effect)) return now.policy.consent === 'Ask';
  if (step.effect !== 'disrupts') return false;
  // The person who asks for an action wants it now; a difference from an item that was taken over
  // was not asked for.
  if (now.adopting === true && step.request === undefined && now.policy.consent === 'Ask')
    return true;
  return now.policy.drift === 'Default' && isDrift(step, now.status);
}
