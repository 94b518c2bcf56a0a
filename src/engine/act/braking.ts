import { ANNOTATION } from '../../model/group.ts';
import { calls, planOf } from '../../model/plan.ts';
import type { Step } from '../../model/step.ts';
import type { Findings, Located } from '../pass.ts';
import { kubeFailed } from '../report/trouble.ts';

/** What stops a pass that would delete an item which holds data, or make it anew: too many of them went lately. Null: nothing does.
 *  A person who consents to this plan lets it pass. */
export async function heldByBrake(pass: Located, steps: readonly Step[], id: number): Promise<Findings | null> {
  const { env, subject } = pass;
  if (!subject.kind.holdsData || env.settings.brake.count === 0 || calls(steps).length === 0) return null;
  const { uid, generation, annotations } = subject.object.metadata;
  const plan = planOf({ uid, generation, id }, steps);
  if (annotations?.[ANNOTATION.consent] === plan.hash) return null;
  const asked = await env.brake.ask(pass.account.caller.account, uid, env.clock.now());
  if (!asked.ok) return { outcome: kubeFailed(asked.failure) };
  if (asked.value === 0) return null;
  return { outcome: { type: 'held', plan, why: 'Brake' }, plan, recheckMs: asked.value };
}
