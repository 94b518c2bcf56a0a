import { digest } from './fingerprint.ts';
import type { ItemId } from './item-id.ts';
import type { Call, Effect, Step } from './step.ts';

/** An ordered plan, with a hash that identifies it. Steps after a `wait` belong to it and run in
 *  later passes. */
export interface Plan {
  readonly hash: string;
  readonly steps: readonly Step[];
}

/** The subject of a plan: plans of two objects, requests or items never share a hash. */
export interface PlanSubject {
  readonly uid: string;
  /** Hash of the request of the object: its spec without the approval, and its deletion. */
  readonly asked: string;
  readonly id: ItemId | null;
  /** Number of consents that this object has used: a used consent matches no later plan, even with
   *  the same steps. */
  readonly consents: number;
}

export const calls = (steps: readonly Step[]): readonly Call[] =>
  steps.filter((step): step is Call => step.type === 'call');

/** Builds the plan of these steps. The hash covers the subject and, per call, verb, effect, from
 *  and to of each field and its dependencies on calls: no times, no texts. */
export function planOf(subject: PlanSubject, steps: readonly Step[]): Plan {
  const verbs = new Set(calls(steps).map(({ verb }) => verb));
  const covered = calls(steps).map(({ verb, effect, changes, after = [] }) => {
    const chain = after.filter((name) => verbs.has(name));
    return [
      verb,
      effect,
      changes.map((c) => [c.field, c.from, c.to]),
      ...(chain.length === 0 ? [] : [chain]),
    ];
  });
  const used = subject.consents === 0 ? [] : [subject.consents];
  return { hash: digest([subject.uid, subject.asked, subject.id, covered, ...used]), steps };
}

/** Reports whether a step requires consent. */
export const needsConsent = (effect: Effect): boolean =>
  effect === 'destroys' || effect === 'irreversible';
