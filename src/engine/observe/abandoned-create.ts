import { ANNOTATION } from '../../model/group.ts';
import type { Outcome } from '../../model/outcome.ts';
import { unansweredIntent } from '../desire/desire.ts';
import { givingUp, ownIntentOf, strangeIntentOf } from '../pass/intent.ts';
import type { Located } from '../pass/pass.ts';

/** Returns the outcome where an unanswered create was sent to another account than the one that the
 *  credential opens; null where there is none. Its result is invisible from here, and is kept
 *  unless a user gives it up. */
export function sentElsewhere(pass: Located): Outcome | null {
  const intent = unansweredIntent(pass);
  if (intent === null || intent.account === pass.account.caller.account) return null;
  const what = `a create in account ${intent.account} has no answer yet, and this credential belongs to another account`;
  const advice = `use a credential of that account, or set the annotation ${ANNOTATION.intent} to ${givingUp(intent)} to give up the possible result of the create`;
  return { type: 'refused', field: 'spec.credentialsRef', detail: `${what}; ${advice}` };
}

/** Reports an ignored intent annotation with an event, once per process. */
export function tellStrangeIntent({ env, memory, copy }: Located): void {
  const strange = strangeIntentOf(copy.object);
  if (strange === null || memory.strangeIntent === strange) return;
  memory.strangeIntent = strange;
  const recorded = ownIntentOf(copy.object);
  const cause =
    recorded === null
      ? 'no create of this object is recorded'
      : `to give up the possible result of the recorded create, set it to ${givingUp(recorded)}`;
  const message = `the annotation ${ANNOTATION.intent} has no effect: ${cause}`;
  env.cluster.emit(copy.object, { type: 'Warning', reason: 'IntentIgnored', message });
}
