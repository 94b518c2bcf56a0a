import { canonicalText } from '../../model/fingerprint.ts';
import type { Outcome } from '../../model/outcome.ts';
import type { Call } from '../../model/step.ts';

/** Requests that the service accepted and whose effect may not show yet, with their times
 *  (milliseconds). */
export type Accepted = Map<string, number>;

/** Longest time until the effect of an action shows in the item. */
const SHOWS_WITHIN_MS = 30_000;
const RECHECK_MS = 2_000;

/** Reports whether an action has an empty answer: only the item shows, later, that it was done. */
const isSilent = ({ write, answers, once, request }: Call): boolean =>
  write.method === 'POST' && answers === undefined && once === undefined && request === undefined;

/** Delays an action that was accepted recently and may still take effect. Null: it may be sent. */
export function underway(accepted: Accepted, step: Call, now: number): Outcome | null {
  const at = accepted.get(canonicalText(step.write));
  const leftMs = at === undefined ? 0 : at + SHOWS_WITHIN_MS - now;
  if (leftMs <= 0) return null;
  return {
    type: 'waiting',
    for: `the effect of ${step.verb} to show`,
    recheckMs: Math.min(leftMs, RECHECK_MS),
    reason: 'Waiting',
  };
}

/** Drops accepted calls that the plan no longer contains: their effect shows. A later request is a
 *  new action. */
export function forgetShown(accepted: Accepted, planned: readonly Call[]): void {
  const open = new Set(planned.map(({ write }) => canonicalText(write)));
  for (const request of accepted.keys()) if (!open.has(request)) accepted.delete(request);
}

/** Records that the service accepted a call. */
export function noteAccepted(accepted: Accepted, step: Call, now: number): void {
  for (const [request, at] of accepted) if (at + SHOWS_WITHIN_MS <= now) accepted.delete(request);
  if (isSilent(step)) accepted.set(canonicalText(step.write), now);
}
