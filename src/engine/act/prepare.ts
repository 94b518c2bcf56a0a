import { fail, type Result } from '../../model/failure.ts';
import type { Outcome } from '../../model/outcome.ts';
import { calls } from '../../model/plan.ts';
import { keepSecrets } from '../desire/made-secrets.ts';
import type { Located } from '../pass/pass.ts';
import { kubeFailed, passesByItself } from '../pass/trouble.ts';
import type { KubeFailure } from '../ports/cluster.ts';
import { recordConsent } from './consent.ts';
import type { Decision } from './decide.ts';

/** Holds the object before the first action, releases it in a mode that never acts, and records the
 *  used consent. */
export async function prepareToAct(pass: Located, decision: Decision): Promise<Outcome | null> {
  const held = pass.policy.mode === 'Manage' ? await hold(pass, decision) : await leaveAlone(pass);
  if (!held.ok) return kubeFailed(held.failure);
  return recordConsent(pass, decision.consented);
}

/** Adds the finalizer once, and records this operator before the first request. */
async function hold({ copy }: Located, { run }: Decision): Promise<Result<unknown, KubeFailure>> {
  const held = copy.hasFinalizer ? null : await copy.hold();
  if (held?.ok === false) return held;
  return calls(run).length === 0 ? { ok: true, value: null } : copy.sign();
}

/** Keeps the Secrets of the item: they outlive an object that no longer manages it. */
async function leaveAlone(pass: Located): Promise<Result<unknown, KubeFailure>> {
  const failure = pass.copy.hasFinalizer ? await keepSecrets(pass.env.cluster, pass.subject) : null;
  return failure !== null && passesByItself(failure) ? fail(failure) : pass.copy.release();
}
