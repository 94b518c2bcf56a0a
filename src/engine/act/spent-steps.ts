import type { Outcome } from '../../model/outcome.ts';
import { readStatus } from '../../model/status-layout.ts';
import type { Call } from '../../model/step.ts';
import type { Located } from '../pass/pass.ts';
import type { KubeObject } from '../ports/cluster.ts';
import { type Consent, stepName } from './consent.ts';

const RECHECK_MS = 10_000;

/** Returns the consent that the status of an object records for a step; null where there is
 *  none. */
function recordedFor({ status }: KubeObject, step: Call): Consent | null {
  const { consent } = readStatus(status);
  return consent?.steps.includes(stepName(step)) === true ? consent : null;
}

const useOf = ({ hash }: Consent, step: Call): string => `${hash} ${stepName(step)}`;

/** Records a completed step: it has used its consent, even where the status cannot be written. */
export function noteSpent({ copy, memory }: Located, step: Call): void {
  const consent = recordedFor(copy.object, step);
  if (consent !== null) memory.spent.add(useOf(consent, step));
}

/** Reports whether this process performed a step under a consent. */
export const isSpent = (spent: ReadonlySet<string>, consent: Consent | null, step: Call): boolean =>
  consent !== null && spent.has(useOf(consent, step));

/** Drops the steps performed under ended consents. */
export function forgetSpent({ subject: { status }, memory }: Located): void {
  for (const use of memory.spent)
    if (status.consent === undefined || !use.startsWith(status.consent.hash))
      memory.spent.delete(use);
}

/** Delays a step that has already used its consent: its effect may not show yet. Null: it may be
 *  sent. */
export function settling({ copy, memory }: Located, step: Call): Outcome | null {
  const consent = recordedFor(copy.object, step);
  const isUsed =
    consent?.done?.includes(stepName(step)) === true || isSpent(memory.spent, consent, step);
  return isUsed
    ? {
        type: 'waiting',
        for: `the effect of ${step.verb} to show`,
        recheckMs: RECHECK_MS,
        reason: 'Waiting',
      }
    : null;
}
