import { digest } from '../../model/fingerprint.ts';
import { ANNOTATION } from '../../model/group.ts';
import type { Outcome } from '../../model/outcome.ts';
import type { Plan, PlanSubject } from '../../model/plan.ts';
import type { Call } from '../../model/step.ts';
import type { Status } from '../desire/subject.ts';
import type { Located, Pass } from '../pass.ts';
import { kubeFailed } from '../report/trouble.ts';

/** What a person agreed to: a plan, and its steps by name. */
export type Consent = NonNullable<Status['consent']>;

/** What of consent is known of an object: the hash that its annotation names, and what was recorded when one was used. */
export interface Agreed {
  readonly subject: PlanSubject;
  readonly status: Status;
  readonly consent: string | undefined;
}

/** What of consent is known in a pass. @param id the item's, null while there is none */
export const agreedIn = ({ subject, copy }: Pass, id: number | null): Agreed => {
  const { uid, generation, annotations } = copy.object.metadata;
  return { subject: { uid, generation, id }, status: subject.status, consent: annotations?.[ANNOTATION.consent] };
};

/** Names a step so that consent for it outlives the steps before it. */
export const stepName = (step: Call): string => digest([step.verb, step.effect, step.changes.map((change) => [change.field, change.to])]);

/** The consent that holds for a plan: what the annotation gives to exactly this one, else what was recorded for this generation; null: there is none.
 *  @param wanting the steps that may not be done without */
export function consentTo(plan: Plan, wanting: readonly Call[], { subject: { generation }, status, consent }: Agreed): Consent | null {
  if (consent === plan.hash) return { hash: plan.hash, generation, steps: wanting.map(stepName) };
  return status.consent?.generation === generation ? status.consent : null;
}

/** Records a consent that is used, in front of the first step that it is for: it holds for the others when these are a plan of their own.
 *  @returns what stands against going on, or null */
export async function recordConsent(pass: Located, consent: Consent | null): Promise<Outcome | null> {
  if (consent === null || consent.hash === pass.subject.status.consent?.hash) return null;
  const recorded = await pass.copy.record({ consent });
  return recorded.ok ? null : kubeFailed(recorded.failure);
}
