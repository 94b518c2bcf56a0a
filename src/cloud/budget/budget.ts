import type { Rates } from '../http/answer.ts';
import {
  type Admitted,
  type BudgetSettings,
  bucketOf,
  nextAt,
  type Refused,
  SHORTEST_WAIT_MS,
  type State,
  take,
} from './admission.ts';
import { createBucket } from './bucket.ts';
import { type Ask, createQueue } from './queue.ts';
import { mostFor } from './shares.ts';

/** The rate information of an answer. */
export interface RateFeedback extends Rates {
  /** The scope to slow down: the route, the whole token, or nothing. */
  readonly slows: 'route' | 'token' | null;
  readonly retryAfterMs: number | null;
}

/** The budget of one token: one bucket for the token, one per route, and the waiting requests. Time
 *  is an argument; no method waits. Limits are learned for the route that names them. Source:
 *  conventions#rate-limits. */
export interface Budget {
  offer(ask: Ask): void;
  take(now: number): {
    readonly admitted: readonly Admitted[];
    readonly refused: readonly Refused[];
  };
  /** Ends an admitted request; null when no answer came. Called once per request. */
  answer(admitted: Admitted, feedback: RateFeedback | null, now: number): void;
  /** Ends an admitted request that was not sent, instead of `answer`. */
  giveBack(admitted: Admitted): void;
  /** Returns the time at which `take` may admit more; null when only an answer or a new offer can
   *  change that. */
  nextAt(now: number): number | null;
  limit(now: number): number;
  remaining(now: number): number;
  waiting(): number;
  /** Returns the requests per minute available to sweeps. */
  sweepsPerMinute(now: number): number;
}

const UNSAID_WAIT_MS = { route: 10_000, token: 1_000 } as const;
/** Longest wait of a token in an outage, shorter than Retry-After may demand: that header counts
 *  down the window on every answer. Source: conventions#headers. */
const LONGEST_WAIT_MS = { route: 600_000, token: 10_000 } as const;
const NO_RATES: Rates = { limit: null, remaining: null, resetInMs: null };

export function createBudget(settings: BudgetSettings): Budget {
  const token = createBucket(settings.perMinute);
  const state: State = {
    settings,
    token,
    routes: new Map(),
    queue: createQueue(settings.weightOf),
    underWay: 0,
  };
  return {
    offer: (ask) => state.queue.push(ask),
    take: (now) => take(state, now),
    answer: (admitted, feedback, now) => answer(state, admitted, feedback, now),
    giveBack: (admitted) => giveBack(state, admitted),
    nextAt: (now) => nextAt(state, now),
    limit: (now) => token.limit(now),
    remaining: (now) => token.free(now),
    waiting: () => state.queue.size(),
    sweepsPerMinute: (now) => mostFor('sweep', token.limit(now)),
  };
}

function answer(
  state: State,
  { ask, ofToken, ofRoute }: Admitted,
  feedback: RateFeedback | null,
  now: number,
): void {
  state.underWay -= 1;
  const route = bucketOf(state, ask.route);
  state.token.learn(ofToken, NO_RATES, now);
  route.learn(ofRoute, feedback ?? NO_RATES, now);
  if (feedback === null || feedback.slows === null) return;
  const { slows } = feedback;
  const asked = feedback.retryAfterMs ?? feedback.resetInMs ?? UNSAID_WAIT_MS[slows];
  const waitMs = Math.min(Math.max(asked, SHORTEST_WAIT_MS), LONGEST_WAIT_MS[slows]);
  if (slows === 'token') return state.token.slow(ofToken, waitMs, false, now);
  const hasNumbers = feedback.remaining !== null;
  route.slow(ofRoute, waitMs, !hasNumbers, now);
  if (!hasNumbers) state.token.slow(ofToken, 0, true, now);
}

function giveBack(state: State, { ask, ofToken, ofRoute }: Admitted): void {
  state.underWay -= 1;
  state.token.giveBack(ofToken);
  bucketOf(state, ask.route).giveBack(ofRoute);
}
