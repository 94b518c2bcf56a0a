import type { Outcome } from '../../model/outcome.ts';
import { type Call, describe } from '../../model/step.ts';

/** When an action was accepted (milliseconds), and the fields that it changes. */
interface Acceptance {
  readonly at: number;
  readonly fields: readonly string[];
}

/** Actions that the service accepted and whose effect may still be on its way, by their line. */
export type Accepted = Map<string, Acceptance>;

/** The effect of an action may take this long to show in the item. */
const SHOWS_WITHIN_MS = 30_000;
const RECHECK_MS = 2_000;

/** An action that is answered with nothing: only the item tells, sooner or later, that it was done. */
const isSilent = ({ write, answers, once, request }: Call): boolean =>
  write.method === 'POST' && answers === undefined && once === undefined && request === undefined;

const fieldsOf = ({ changes }: Call): readonly string[] => changes.map(({ field }) => field);

/** Why an action is not sent now: it was accepted a short while ago, and may yet take effect. Null: it may be sent. */
export function underway(accepted: Accepted, step: Call, now: number): Outcome | null {
  const acceptance = accepted.get(describe(step));
  const leftMs = acceptance === undefined ? 0 : acceptance.at + SHOWS_WITHIN_MS - now;
  if (leftMs <= 0) return null;
  return { type: 'waiting', for: `the effect of ${step.verb} to show`, recheckMs: Math.min(leftMs, RECHECK_MS), reason: 'Waiting' };
}

/** Notes that the service accepted a call. What was accepted before of the same fields has shown, or is wished no more. */
export function noteAccepted(accepted: Accepted, step: Call, now: number): void {
  const fields = fieldsOf(step);
  for (const [line, one] of accepted)
    if (one.at + SHOWS_WITHIN_MS <= now || one.fields.some((field) => fields.includes(field))) accepted.delete(line);
  if (isSilent(step)) accepted.set(describe(step), { at: now, fields });
}
