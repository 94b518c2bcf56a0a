import type { Result } from '../../model/failure.ts';
import type { Intent } from '../../model/intent.ts';
import type { Desired } from '../../model/kind.ts';
import type { Outcome } from '../../model/outcome.ts';
import type { Call } from '../../model/step.ts';
import { claimantOf, intentClaims } from '../observe/holding.ts';
import { ageOf, INTENT_VALID_MS, recordOf } from '../pass/intent.ts';
import type { Located, Pass } from '../pass/pass.ts';
import { kubeFailed } from '../pass/trouble.ts';
import { lookOut } from '../pass/wake-on-change.ts';
import type { KubeFailure } from '../ports/cluster.ts';
import { carriesMark } from './created.ts';

/** An intent to record. `by`: null replaces the user of an earlier intent. */
type NewIntent = Omit<Intent, 'by'> & { readonly by: string | null };

/** Returns the intent of a create that is about to be sent. */
export function newIntent(pass: Located, desired: Desired<unknown>, step: Call): NewIntent {
  const { account, restricted, username } = pass.account.caller;
  return {
    uid: pass.subject.object.metadata.uid,
    at: pass.account.now(),
    account,
    path: step.write.path,
    key: pass.subject.kind.key(desired),
    marked: carriesMark(desired, step),
    by: restricted ? username : null,
  };
}

/** Records the intent, then claims what the create may make.
 *  @returns the outcome that delays the create; null: the intent is recorded and valid */
export async function declare(pass: Located, intent: NewIntent): Promise<Outcome | null> {
  const { env, subject, memory } = pass;
  const begun = { elapsed: env.clock.elapsed(), now: env.clock.now() };
  const held = await record(pass, intent);
  if (!held.ok) return kubeFailed(held.failure);
  if (ageOf(begun, env.clock) > INTENT_VALID_MS - env.settings.writePatienceMs) {
    memory.closedIntentAt = intent.at;
    return {
      type: 'waiting',
      for: 'a new record of the create: writing the last one took too long',
      recheckMs: 1_000,
      reason: 'Waiting',
    };
  }
  memory.quietListings = [];
  lookOut(pass, null);
  for (const claim of intentClaims(intent, subject.kind)) env.claims.take(claim, claimantOf(pass));
  return null;
}

/** Records the intent in the status, under the lock of the copy that this pass began with. The
 *  finalizer comes first. */
async function record({ copy }: Pass, intent: NewIntent): Promise<Result<unknown, KubeFailure>> {
  const held = copy.hasFinalizer ? null : await copy.hold();
  return held?.ok === false ? held : copy.record({ intent: recordOf(intent) });
}
