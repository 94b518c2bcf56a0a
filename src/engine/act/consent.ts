import { digest } from '../../model/fingerprint.ts';
import { ANNOTATION } from '../../model/group.ts';
import type { ItemId } from '../../model/item-id.ts';
import type { Outcome } from '../../model/outcome.ts';
import { calls, type Plan, type PlanSubject } from '../../model/plan.ts';
import type { Status } from '../../model/status-layout.ts';
import type { Call, Change, Step } from '../../model/step.ts';
import { approvalsOf, printOfAsked } from '../pass/approval.ts';
import type { Located, Pass } from '../pass/pass.ts';
import { kubeFailed } from '../pass/trouble.ts';
import type { KubeObject } from '../ports/cluster.ts';

/** The consent of a user: a plan, and its steps by name. */
export type Consent = NonNullable<Status['consent']>;

/** The consent of an object: its approved plans, and the consent that the status records for a used
 *  approval. */
export interface Agreed {
  readonly subject: PlanSubject;
  readonly status: Status;
  /** Hashes of the plans that users approved. */
  readonly approved: readonly string[];
  /** Milliseconds. */
  readonly now: number;
}

/** A consent expires when none of its steps used it for this long: the user who gave it may not
 *  remember it. */
const FORGOTTEN_MS = 24 * 60 * 60_000;

/** A completed step may stay in the plan for this long, until reads show its effect. After that, it
 *  counts as reverted. */
const SHOWS_WITHIN_MS = 2 * 60_000;

/** Returns the consents known in a pass. @param id the item's, null while there is none */
export const agreedIn = ({ env, subject: { status }, copy }: Pass, id: ItemId | null): Agreed => {
  const { object } = copy;
  const asked = printOfAsked(object);
  const subject = { uid: object.metadata.uid, asked, id, consents: consentsUsed(object, status) };
  return { subject, status, approved: approvalsOf(object), now: env.clock.now() };
};

/** Returns the number of used consents in the annotation of an object; 0 where there is none. */
const notedOn = ({ metadata: { annotations } }: KubeObject): number => {
  const noted = annotations?.[ANNOTATION.consents] ?? '';
  return /^\d{1,9}$/.test(noted) ? Number(noted) : 0;
};

/** Returns the number of consents that an object has used: the larger of status and annotation,
 *  because either may be lost. */
export const consentsUsed = (object: KubeObject, { consents = 0 }: Status): number =>
  Math.max(consents, notedOn(object));

/** Step names of the plans in use. Cached, because a pass needs each several times. */
const stepNames = new WeakMap<Call, string>();

/** Names a step so that consent for it outlives the steps before it. */
export function stepName(step: Call): string {
  const name = stepNames.get(step) ?? digest([step.verb, step.effect, step.changes.map(goalOf)]);
  stepNames.set(step, name);
  return name;
}

/** Returns the names of steps without duplicates. */
const namesOf = (steps: readonly Call[]): string[] => [...new Set(steps.map(stepName))];

/** Returns the result of a change; for a member of a list, its addition or removal. */
const goalOf = ({ field, from, to, whole }: Change): readonly unknown[] =>
  whole === undefined ? [field, to] : [field, from, to];

/** Returns the consent that applies to a plan: an approval of exactly this plan, otherwise the
 *  recorded consent for the same spec until it expires. Null if there is none, or if no step needs
 *  consent.
 *  @param wanting the steps that need consent */
export function consentTo(
  plan: Plan,
  wanting: readonly Call[],
  { subject: { asked }, status, approved, now }: Agreed,
): Consent | null {
  if (wanting.length === 0) return null;
  const lastUsedAt = new Date(now).toISOString();
  if (approved.includes(plan.hash))
    return { hash: plan.hash, asked, steps: namesOf(wanting), lastUsedAt, done: [] };
  const recorded = status.consent;
  if (
    recorded?.asked !== asked ||
    Date.parse(recorded.lastUsedAt ?? lastUsedAt) + FORGOTTEN_MS <= now
  )
    return null;
  const steps = recorded.steps.filter(
    (name) => recorded.done?.includes(name) !== true || isSettling(recorded, now),
  );
  return steps.length === 0 ? null : { lastUsedAt, ...recorded, steps };
}

/** Reports whether reads may not show the effect of a step under this consent yet. */
function isSettling({ lastUsedAt }: Consent, now: number): boolean {
  const age = now - Date.parse(lastUsedAt ?? '');
  return age >= 0 && age < SHOWS_WITHIN_MS;
}

/** Returns the consent after a pass: it ends for a step that the plan no longer contains. A
 *  completed step has used it, and restarts its expiry.
 *  @param planned all steps of the plan
 *  @param isDone reports whether a step was performed under it, in this pass or before
 *  @returns null where it covers no step */
export function consentAfter(
  consented: Consent | null,
  planned: readonly Step[],
  isDone: (step: Call) => boolean,
  now: number,
): Consent | null {
  if (consented === null) return null;
  const covered = calls(planned).filter((step) => consented.steps.includes(stepName(step)));
  if (covered.length === 0) return null;
  const names = namesOf(covered);
  const done = (consented.done ?? []).filter((name) => names.includes(name));
  const fresh = namesOf(covered.filter(isDone)).filter((name) => !done.includes(name));
  const left = {
    ...consented,
    steps: consented.steps.filter((name) => names.includes(name)),
    done: [...done, ...fresh],
  };
  return fresh.length > 0 ? { ...left, lastUsedAt: new Date(now).toISOString() } : left;
}

/** Records and counts a used consent before its first step: it covers the other steps when these
 *  form a plan of their own. The status receives the consent and the count first, an annotation the
 *  count afterwards: after a crash in between, the consent is in force and no step was performed.
 *  @returns the outcome that stops the pass, or null */
export async function recordConsent(
  { subject: { status }, copy }: Located,
  consent: Consent | null,
): Promise<Outcome | null> {
  if (consent === null) return null;
  const used = consentsUsed(copy.object, status);
  const isNew = consent.hash !== status.consent?.hash;
  const consents = isNew ? used + 1 : used;
  const recorded = isNew ? await copy.record({ consent, consents, usedPlan: consent.hash }) : null;
  if (recorded?.ok === false) return kubeFailed(recorded.failure);
  const noted =
    notedOn(copy.object) >= consents
      ? null
      : await copy.hold({ [ANNOTATION.consents]: String(consents) });
  return noted?.ok === false ? kubeFailed(noted.failure) : null;
}
