import { digest } from './fingerprint.ts';
import type { Call, Effect, Step } from './step.ts';

/** What would be done, in order, with a hash that names exactly this. Steps after a `wait` belong
 *  to it and run in later passes. */
export interface Plan {
  readonly hash: string;
  readonly steps: readonly Step[];
}

/** Whose plan it is: two objects, specs or items never share a hash. */
export interface PlanSubject {
  readonly uid: string;
  /** A hash of what the object asks for: its spec without the approval, and its deletion. */
  readonly asked: string;
  readonly id: number | null;
  /** How many consents this object has used: one that was used names no later plan, were it the
   *  same steps. */
  readonly consents: number;
}

export const calls = (steps: readonly Step[]): readonly Call[] =>
  steps.filter((step): step is Call => step.type === 'call');

/** The plan of these steps. The hash covers the subject and, per call, verb, effect, from and to of
 *  each field and the calls that it depends on: no times, no texts. */
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

/** Whether a step may run only after a person said yes. */
export const needsConsent = (effect: Effect): boolean =>
  effect === 'destroys' || effect === 'irreversible';
