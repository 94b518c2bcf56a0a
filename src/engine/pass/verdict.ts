import { explain, type FailureCode, MEANING } from '../../model/failure.ts';
import { ANNOTATION } from '../../model/group.ts';
import type { Outcome } from '../../model/outcome.ts';
import { calls } from '../../model/plan.ts';
import { counted, shortened } from './truncation.ts';

/** The state of the operator's own work: `Synced`, and either Reconciling (the operator continues)
 *  or Stalled (a user has to act). */
export interface Verdict {
  readonly synced: boolean;
  readonly reason: string;
  readonly message: string;
  readonly activity: 'Reconciling' | 'Stalled' | null;
  /** True if the spec leaves nothing to do or to wait for, so that the health of the item alone
   *  decides Ready. */
  readonly rests?: boolean;
}

const verdict = (reason: string, message: string, activity: Verdict['activity']): Verdict => ({
  synced: false,
  reason,
  message,
  activity,
});

/** Uses the same words whether or not the pass acted: an event reports the action. */
const IN_SYNC = {
  synced: true,
  reason: 'InSync',
  message: 'up to date',
} as const;

/** Maps each outcome to one verdict. Messages stay the same from pass to pass. */
export function verdictOf(outcome: Outcome): Verdict {
  switch (outcome.type) {
    case 'settled':
      return {
        ...IN_SYNC,
        message: `${IN_SYNC.message}${idle(outcome)}`,
        activity: null,
        rests: true,
      };
    case 'acted':
      return { ...IN_SYNC, activity: 'Reconciling' };
    case 'waiting':
      return verdict(
        outcome.reason,
        `waiting for ${outcome.for}`,
        outcome.reason === 'HiddenOrGone' ? 'Stalled' : 'Reconciling',
      );
    case 'refused':
      return verdict('Refused', `${outcome.field}: ${outcome.detail}`, 'Stalled');
    case 'conflict':
      return verdict(outcome.reason ?? 'Conflict', outcome.detail, 'Stalled');
    case 'drifted':
      return {
        ...verdict(
          'Drifted',
          `changed outside the cluster, not corrected: ${outcome.fields.join(', ')}`,
          null,
        ),
        rests: true,
      };
    case 'lost':
      return verdict('Lost', outcome.detail, 'Stalled');
    case 'held':
      return held(outcome);
    case 'paused':
      return verdict('Paused', 'policy.mode is Paused: the operator does nothing', null);
    case 'gone':
      return { synced: true, reason: 'Gone', message: 'nothing left to do', activity: null };
    case 'failed':
      return failed(outcome);
    case 'broken':
      return verdict('InternalError', outcome.detail, 'Reconciling');
  }
}

/** Maps an outcome of a pass over a deleted object to its verdict: success would contradict the
 *  deletion in progress. */
export function deletionVerdictOf(outcome: Outcome): Verdict {
  const own = verdictOf(outcome);
  return own.synced
    ? {
        synced: false,
        reason: 'Deleting',
        message: 'the item is being deleted',
        activity: 'Reconciling',
      }
    : own;
}

/** Describes an approval in the spec that has no effect. Reports a used approval only while a plan
 *  waits for another one. */
function idle(outcome: Extract<Outcome, { type: 'settled' | 'held' }>): string {
  if (outcome.approval === 'OtherPlan')
    return '; spec.policy.approvedPlan has no effect: it names no plan that waits';
  return outcome.approval === 'Used' && outcome.type === 'held'
    ? '; spec.policy.approvedPlan has no effect: it was used'
    : '';
}

/** Leaves room for the rest of the message: the hash to consent to stands at its end. */
const LONGEST_COST = 2_048;

function held(outcome: Extract<Outcome, { type: 'held' }>): Verdict {
  const verbs = counted(calls(outcome.plan.steps).map((step) => step.verb));
  if (outcome.why === 'Preview')
    return verdict('Preview', `policy.mode is Preview: would run ${verbs}${idle(outcome)}`, null);
  const losses = calls(outcome.plan.steps).flatMap((step) =>
    step.loses === undefined ? [] : [step.loses],
  );
  const cost =
    losses.length === 0 ? '' : ` (${shortened([...new Set(losses)].join('; '), LONGEST_COST)})`;
  const how = `set the annotation ${ANNOTATION.consent} or spec.policy.approvedPlan to ${outcome.plan.hash}${idle(outcome)}`;
  if (outcome.why === 'Brake') {
    const waits = `the brake holds ${verbs}: too many deletions or re-creations in a short time${cost}`;
    return verdict(
      'Held',
      `${waits}. It resumes when earlier ones leave the window; to continue now, ${how}`,
      'Reconciling',
    );
  }
  if (outcome.operation !== undefined)
    return {
      ...verdict(
        'ConsentRequired',
        `Operation/${outcome.operation} waits: ${verbs} requires consent${cost}: ${how}`,
        null,
      ),
      rests: true,
    };
  const adopted =
    outcome.adopting === true ? 'the item was adopted and differs from the spec: ' : '';
  return verdict(
    'ConsentRequired',
    `${adopted}${verbs} requires consent${cost}: ${how}`,
    'Stalled',
  );
}

const FAILED: Readonly<Record<FailureCode, string>> = {
  Unreachable: 'Unreachable',
  Unreadable: 'Unreadable',
  Throttled: 'Throttled',
  Unauthenticated: 'Denied',
  Denied: 'Denied',
  NotFound: 'NotFound',
  NotYet: 'Waiting',
  Busy: 'Waiting',
  Guarded: 'Waiting',
  Rejected: 'Rejected',
  Fenced: 'NotLeading',
  Overtaken: 'Overtaken',
};

const REFUSALS: readonly FailureCode[] = ['Rejected', 'Denied', 'Unauthenticated', 'Guarded'];

function failed({ failure, speaker }: Extract<Outcome, { type: 'failed' }>): Verdict {
  const { passing } = MEANING[failure.code];
  const cause =
    speaker ??
    (REFUSALS.includes(failure.code) ? 'the service rejected the request' : 'the service');
  return verdict(
    FAILED[failure.code],
    `${cause}: ${explain(failure)}`,
    passing ? 'Reconciling' : 'Stalled',
  );
}

/** Failures that concern the credential. */
const UNFIT: readonly FailureCode[] = ['Unauthenticated', 'Denied'];

/** Adds the source of the credential to a refusal of it that has no other speaker. @param from for
 *  messages: `Secret team/account` */
export const withCredentialCause = (outcome: Outcome, from: string): Outcome =>
  outcome.type === 'failed' && outcome.speaker === undefined && UNFIT.includes(outcome.failure.code)
    ? { ...outcome, speaker: `the credential in ${from}` }
    : outcome;
