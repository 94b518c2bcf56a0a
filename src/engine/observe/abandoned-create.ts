import { ANNOTATION } from '../../model/group.ts';
import type { Outcome } from '../../model/outcome.ts';
import { unansweredIntent } from '../desire/desire.ts';
import { givingUp, strangeIntentOf } from '../pass/intent.ts';
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
  const message = `the annotation ${ANNOTATION.intent} has no effect: its only valid value is none- and the time in status.internal.intent.recordedAt, which gives up the possible result of that create`;
  env.cluster.emit(copy.object, { type: 'Warning', reason: 'IntentIgnored', message });
}
