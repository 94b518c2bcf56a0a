import type { FailureCode } from '../../model/failure.ts';
import type { Health, Outcome } from '../../model/outcome.ts';
import { KUBERNETES } from '../pass/trouble.ts';
import type { Urgency } from './schedule.ts';

/** The delay and urgency of a requeue; null when only a change requeues. */
export interface Again {
  readonly inMs: number;
  readonly urgency: Urgency;
}

/** A growing delay: from `firstMs` by `factor` per pass up to `lastMs`. */
interface Growth {
  readonly firstMs: number;
  readonly factor: number;
  readonly lastMs: number;
}

const MINUTE_MS = 60_000;
/** A state that needs a user is still checked, slowly. */
const SLOW: Growth = { firstMs: 10 * MINUTE_MS, factor: 1, lastMs: 10 * MINUTE_MS };
/** A permission that the operator's role lacks: no watch reports when it is granted. */
const FORBIDDEN: Growth = { firstMs: 5_000, factor: 1.5, lastMs: MINUTE_MS };
const POLL: Growth = { firstMs: 1_000, factor: 1.5, lastMs: 15_000 };
/** An awaited state may never come after this many passes: checks become rarer, down to once a
 *  minute. */
const PATIENT_PASSES = 30;
const stretched = (recheckMs: number, attempts: number): number =>
  lessAndLess(recheckMs, attempts - PATIENT_PASSES, MINUTE_MS);
/** A refusal that other items may lift counts as permanent after a quarter of an hour. */
const GUARDED_PASSES = 13;

/** @param passes number of passes beyond the limit */
const lessAndLess = (recheckMs: number, passes: number, lastMs: number): number =>
  Math.max(recheckMs, Math.min(lastMs, recheckMs * 1.2 ** Math.max(0, passes)));

const AFTER_FAILURE: Readonly<Record<FailureCode, Growth>> = {
  Unreachable: { firstMs: 1_000, factor: 2, lastMs: MINUTE_MS },
  Unreadable: { firstMs: 5_000, factor: 2, lastMs: 5 * MINUTE_MS },
  Throttled: { firstMs: 2_000, factor: 2, lastMs: MINUTE_MS },
  Unauthenticated: SLOW,
  Denied: SLOW,
  NotFound: { firstMs: 2_000, factor: 2, lastMs: MINUTE_MS },
  NotYet: { firstMs: 5_000, factor: 1.5, lastMs: 30_000 },
  Busy: { firstMs: 2_000, factor: 1.5, lastMs: 15_000 },
  Guarded: { firstMs: 3_000, factor: 2, lastMs: 2 * MINUTE_MS },
  Rejected: SLOW,
  Fenced: { firstMs: 5_000, factor: 1, lastMs: 5_000 },
  Overtaken: { firstMs: 100, factor: 2, lastMs: 15_000 },
};

/** Returns the requeue after an outcome.
 *  @param attempts passes in a row with this ending, from 1
 *  @param random in [0, 1): jitter of a tenth in both directions, so that objects do not requeue at
 *  once */
export function again(
  outcome: Outcome,
  health: Health | undefined,
  attempts: number,
  random: number,
): Again | null {
  const growth = growthOf(outcome, health, attempts);
  if (growth === null) return null;
  const wanted = Math.min(growth.firstMs * growth.factor ** (attempts - 1), growth.lastMs);
  const requestedMs =
    outcome.type === 'failed' && 'retryAfterMs' in outcome.failure
      ? (outcome.failure.retryAfterMs ?? 0)
      : 0;
  return {
    inMs: Math.round(Math.max(wanted, requestedMs) * (0.9 + 0.2 * random)),
    urgency: urgencyOf(outcome, growth),
  };
}

/** Returns the earliest of several requeues; no later than `recheckMs`, where that is given. */
export function soonest(
  looks: readonly (Again | null)[],
  recheckMs: number | undefined,
): Again | null {
  const latest: Again | null =
    recheckMs === undefined ? null : { inMs: recheckMs, urgency: 'sweep' };
  return looks.reduce(
    (first, next) => (first === null || (next !== null && next.inMs <= first.inMs) ? next : first),
    latest,
  );
}

function growthOf(outcome: Outcome, health: Health | undefined, attempts: number): Growth | null {
  switch (outcome.type) {
    case 'settled':
      return health === undefined || health.ready
        ? null
        : { ...POLL, lastMs: stretched(POLL.lastMs, attempts) };
    case 'acted':
      return { firstMs: 500, factor: 1.5, lastMs: 15_000 };
    case 'waiting':
      return { ...POLL, lastMs: stretched(Math.max(1_000, outcome.recheckMs), attempts) };
    case 'failed':
      return isForbidden(outcome) ? FORBIDDEN : afterFailure(outcome.failure.code, attempts);
    case 'broken':
      return { firstMs: 5_000, factor: 2, lastMs: 5 * MINUTE_MS };
    case 'refused':
    case 'conflict':
    case 'lost':
    case 'held':
    case 'drifted':
      return SLOW;
    case 'paused':
    case 'gone':
      return null;
  }
}

function afterFailure(code: FailureCode, attempts: number): Growth {
  const growth = AFTER_FAILURE[code];
  if (code !== 'Guarded') return growth;
  const lastMs = lessAndLess(growth.lastMs, attempts - GUARDED_PASSES, SLOW.lastMs);
  return { ...growth, lastMs };
}

/** Reports whether the Kubernetes API, not the service, denied a request of the operator. */
const isForbidden = ({
  failure,
  speaker,
}: Extract<Outcome, { readonly type: 'failed' }>): boolean =>
  failure.code === 'Denied' && speaker === KUBERNETES;

const urgencyOf = (outcome: Outcome, growth: Growth): Urgency =>
  growth === SLOW
    ? 'sweep'
    : outcome.type === 'failed' || outcome.type === 'broken'
      ? 'repair'
      : 'completion';
