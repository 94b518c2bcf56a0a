import { canonicalText } from '../../model/fingerprint.ts';
import type { Outcome } from '../../model/outcome.ts';
import type { Call } from '../../model/step.ts';

/** Requests that the service accepted and whose effect may still be on its way, and when
 *  (milliseconds). */
export type Accepted = Map<string, number>;

/** The effect of an action may take this long to show in the item. */
const SHOWS_WITHIN_MS = 30_000;
const RECHECK_MS = 2_000;

/** An action that is answered with nothing: only the item tells, sooner or later, that it was
 *  done. */
const isSilent = ({ write, answers, once, request }: Call): boolean =>
  write.method === 'POST' && answers === undefined && once === undefined && request === undefined;

/** Why an action is not sent now: the same was accepted a short while ago, and may yet take effect.
 *  Null: it may be sent. */
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

/** Forgets what a plan asks for no more: its effect shows. Asked for again later, it is another
 *  action. */
export function forgetShown(accepted: Accepted, planned: readonly Call[]): void {
  const open = new Set(planned.map(({ write }) => canonicalText(write)));
  for (const request of accepted.keys()) if (!open.has(request)) accepted.delete(request);
}

/** Notes that the service accepted a call. */
export function noteAccepted(accepted: Accepted, step: Call, now: number): void {
  for (const [request, at] of accepted) if (at + SHOWS_WITHIN_MS <= now) accepted.delete(request);
  if (isSilent(step)) accepted.set(canonicalText(step.write), now);
}
