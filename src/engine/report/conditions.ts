import type { Condition } from '../../model/common-status.ts';
import { explain, type FailureCode, MEANING } from '../../model/failure.ts';
import type { Health, Outcome } from '../../model/outcome.ts';
import { calls } from '../../model/plan.ts';
import { visible } from '../../model/visible.ts';
import { counted, shortened } from './shown.ts';

/** What is said of our own work: `Synced`, and whether it goes on by itself (Reconciling) or not until a person acts (Stalled). */
export interface Verdict {
  readonly synced: boolean;
  readonly reason: string;
  readonly message: string;
  readonly activity: 'Reconciling' | 'Stalled' | null;
}

const verdict = (reason: string, message: string, activity: Verdict['activity']): Verdict => ({ synced: false, reason, message, activity });

/** The same words whether a pass did what was to be done or found nothing to do: what was done is told by an event. */
const IN_SYNC = { synced: true, reason: 'InSync', message: 'all that was to be done is done' } as const;

/** One verdict an outcome. Messages stay the same from pass to pass. */
export function verdictOf(outcome: Outcome): Verdict {
  switch (outcome.type) {
    case 'settled':
      return { ...IN_SYNC, activity: null };
    case 'acted':
      return { ...IN_SYNC, activity: 'Reconciling' };
    case 'waiting':
      return verdict(outcome.reason, `waiting for ${outcome.for}`, outcome.reason === 'HiddenOrGone' ? 'Stalled' : 'Reconciling');
    case 'refused':
      return verdict('Refused', `${outcome.field}: ${outcome.detail}`, 'Stalled');
    case 'conflict':
      return verdict(outcome.reason ?? 'Conflict', outcome.detail, 'Stalled');
    case 'drifted':
      return verdict('Drifted', `changed outside and only reported: ${outcome.fields.join(', ')}`, null);
    case 'lost':
      return verdict('Lost', outcome.detail, 'Stalled');
    case 'held':
      return held(outcome);
    case 'paused':
      return verdict('Paused', 'policy.mode is Paused: nothing is done', null);
    case 'gone':
      return { synced: true, reason: 'Gone', message: 'nothing is left to do', activity: null };
    case 'failed':
      return failed(outcome);
    case 'broken':
      return verdict('InternalError', outcome.detail, 'Reconciling');
  }
}

/** The rest of a message has room behind it: the hash to consent to stands at its end. */
const LONGEST_COST = 2_048;

function held(outcome: Extract<Outcome, { type: 'held' }>): Verdict {
  const verbs = counted(calls(outcome.plan.steps).map((step) => step.verb));
  if (outcome.why === 'Preview') return verdict('Preview', `policy.mode is Preview: would do ${verbs}`, null);
  const losses = calls(outcome.plan.steps).flatMap((step) => (step.loses === undefined ? [] : [step.loses]));
  const cost = losses.length === 0 ? '' : ` (${shortened([...new Set(losses)].join('; '), LONGEST_COST)})`;
  const how = `set the annotation cloudinfra.dev/consent to ${outcome.plan.hash}`;
  if (outcome.why === 'Brake') {
    const waits = `too many deletions in a short time: ${verbs} waits${cost}`;
    return verdict('Held', `${waits}. It goes on by itself when the others have grown old; to let it go now, ${how}`, 'Reconciling');
  }
  const adopted = outcome.adopting === true ? 'the item was adopted and differs from the spec: ' : '';
  return verdict('ConsentWanted', `${adopted}${verbs} wants consent${cost}: ${how}`, 'Stalled');
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
  const said = speaker ?? (REFUSALS.includes(failure.code) ? 'the service refuses' : 'the service');
  return verdict(FAILED[failure.code], `${said}: ${explain(failure)}`, passing ? 'Reconciling' : 'Stalled');
}

/** Failures that are of the credential, not of the moment. */
const UNFIT: readonly FailureCode[] = ['Unauthenticated', 'Denied'];

/** The same outcome, where a refusal of the credential that nobody else said names the place of that. @param from for people: `Secret team/account` */
export const saidOfCredential = (outcome: Outcome, from: string): Outcome =>
  outcome.type === 'failed' && outcome.speaker === undefined && UNFIT.includes(outcome.failure.code)
    ? { ...outcome, speaker: `the credential in ${from}` }
    : outcome;

/** The conditions after a pass. `health` undefined: the item was not looked at, and Ready keeps what it said, of the generation that it said it of:
 *  who waits for Ready after a change must not take the word of before.
 *  @param now RFC 3339; a condition whose status stays keeps its lastTransitionTime */
export function conditionsAfter(
  outcome: Outcome,
  health: Health | undefined,
  before: readonly Condition[],
  generation: number,
  now: string,
): readonly Condition[] {
  const said = verdictOf(outcome);
  const ready = readyOf(outcome, said, health, before);
  const activity = said.activity ?? (ready.status === 'False' ? restingActivity(outcome, health) : null);
  const speaker = said.synced ? ready : said;
  const wanted: Said[] = [ready, { type: 'Synced', status: said.synced ? 'True' : 'False', reason: said.reason, message: said.message }];
  if (activity !== null) wanted.push({ type: activity, status: 'True', reason: speaker.reason, message: speaker.message });
  return wanted.map((one) => {
    const last = before.find((other) => other.type === one.type);
    const lastTransitionTime = last !== undefined && last.status === one.status ? last.lastTransitionTime : now;
    return { observedGeneration: generation, ...one, message: shortened(visible(one.message)), lastTransitionTime };
  });
}

/** What a condition-less ending means while the item is not ready: a mode that will not act stalls, and so does an item that waits for a person;
 *  anything else is the service at work. */
const restingActivity = ({ type }: Outcome, health: Health | undefined): 'Reconciling' | 'Stalled' =>
  type === 'paused' || type === 'held' || type === 'drifted' || health?.stalled === true ? 'Stalled' : 'Reconciling';

/** `observedGeneration` where it is not that of the pass. */
type Said = Pick<Condition, 'type' | 'status' | 'reason' | 'message' | 'observedGeneration'>;

function readyOf(outcome: Outcome, said: Verdict, health: Health | undefined, before: readonly Condition[]): Said {
  if (outcome.type === 'lost') return { type: 'Ready', status: 'False', reason: 'Lost', message: outcome.detail };
  if (health === undefined) {
    const last = before.find((one) => one.type === 'Ready');
    if (last !== undefined && last.reason !== 'Absent') return last;
    return { type: 'Ready', status: 'False', reason: 'Absent', message: `not created yet: ${said.message}` };
  }
  const { reason, message } = health;
  if (!health.ready) return { type: 'Ready', status: 'False', reason, message };
  if (outcome.type === 'settled' || outcome.type === 'drifted') return { type: 'Ready', status: 'True', reason, message };
  if (said.synced) return { type: 'Ready', status: 'False', reason: 'Updating', message: 'the change is on its way' };
  const goesOn = said.activity === 'Reconciling';
  return {
    type: 'Ready',
    status: 'False',
    reason: goesOn ? 'Updating' : 'OutOfDate',
    message: `not yet as the spec asks: ${said.message}`,
  };
}
