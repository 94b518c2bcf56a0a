import type { ItemId } from '../../model/item-id.ts';
import { calls, planOf } from '../../model/plan.ts';
import type { Step } from '../../model/step.ts';
import { idleApproval } from '../pass/approval.ts';
import type { Findings, Located } from '../pass/pass.ts';
import { kubeFailed } from '../pass/trouble.ts';
import type { Asker } from '../term/brake-circles.ts';
import { classOf } from '../term/operator-identity.ts';
import { agreedIn, consentTo, recordConsent, stepName } from './consent.ts';

/** Returns the findings that stop a pass before it deletes or recreates an item, because too many
 *  items of its kind were deleted recently; null: it may proceed. A consent to this plan releases
 *  all of its steps. */
export async function heldByBrake(
  pass: Located,
  steps: readonly Step[],
  id: ItemId,
): Promise<Findings | null> {
  const { env, subject } = pass;
  const sent = calls(steps);
  if (env.settings.brake.count === 0 || sent.length === 0) return null;
  const agreed = agreedIn(pass, id);
  const plan = planOf(agreed.subject, steps);
  const consent = consentTo(plan, sent, agreed);
  if (consent !== null && sent.every((step) => consent.steps.includes(stepName(step)))) {
    env.brake.forget(subject.object.metadata.uid);
    const unrecorded = await recordConsent(pass, consent);
    return unrecorded === null ? null : { outcome: unrecorded };
  }
  const asked = await env.brake.ask(askerOf(pass), env.clock.now());
  if (!asked.ok) return { outcome: kubeFailed(asked.failure) };
  if (asked.value === 0) return null;
  const idle = idleApproval(pass.copy.object, plan.hash);
  return { outcome: { type: 'held', plan, why: 'Brake', ...idle }, plan, recheckMs: asked.value };
}

function askerOf({ env, subject, account }: Located): Asker {
  const { kind, namespace } = subject.name;
  return {
    account: account.caller.account,
    kind,
    namespace,
    uid: subject.object.metadata.uid,
    holdsData: subject.kind.holdsData,
    objects: (where) =>
      (where === 'all' ? env.cluster.all(kind) : env.cluster.list(kind, namespace)).filter(
        (object) => classOf(object) === classOf(subject.object),
      ).length,
  };
}
