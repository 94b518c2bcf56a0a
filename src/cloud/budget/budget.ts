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

/** What an answer teaches. */
export interface Heard extends Rates {
  /** What has to slow down: the route, all that the token does, or nothing. */
  readonly slows: 'route' | 'token' | null;
  readonly retryAfterMs: number | null;
}

/** The budget of one token: one bucket for all it does and one per route, and those who wait for
 *  them. Time is an argument; nothing here waits. Limits are learnt for the route that names them.
 *  Source: conventions#rate-limits. */
export interface Budget {
  offer(ask: Ask): void;
  take(now: number): {
    readonly admitted: readonly Admitted[];
    readonly refused: readonly Refused[];
  };
  /** To be told once of each admitted request; null when no answer came. */
  answer(admitted: Admitted, heard: Heard | null, now: number): void;
  /** To be told in place of an answer of an admitted request that was not sent. */
  giveBack(admitted: Admitted): void;
  /** When `take` may find more than now; null when only an answer or a new offer can change
   *  that. */
  nextAt(now: number): number | null;
  limit(now: number): number;
  remaining(now: number): number;
  waiting(): number;
  /** Requests that sweeps may send in a minute. */
  sweepsPerMinute(now: number): number;
}

const UNSAID_WAIT_MS = { route: 10_000, token: 1_000 } as const;
/** An outage is looked at again sooner than Retry-After may say, which counts down the window on
 *  every answer. Source: conventions#headers. */
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
    answer: (admitted, heard, now) => answer(state, admitted, heard, now),
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
  heard: Heard | null,
  now: number,
): void {
  state.underWay -= 1;
  const route = bucketOf(state, ask.route);
  state.token.learn(ofToken, NO_RATES, now);
  route.learn(ofRoute, heard ?? NO_RATES, now);
  if (heard === null || heard.slows === null) return;
  const { slows } = heard;
  const asked = heard.retryAfterMs ?? heard.resetInMs ?? UNSAID_WAIT_MS[slows];
  const waitMs = Math.min(Math.max(asked, SHORTEST_WAIT_MS), LONGEST_WAIT_MS[slows]);
  if (slows === 'token') return state.token.slow(ofToken, waitMs, false, now);
  const hasNumbers = heard.remaining !== null;
  route.slow(ofRoute, waitMs, !hasNumbers, now);
  if (!hasNumbers) state.token.slow(ofToken, 0, true, now);
}

function giveBack(state: State, { ask, ofToken, ofRoute }: Admitted): void {
  state.underWay -= 1;
  state.token.giveBack(ofToken);
  bucketOf(state, ask.route).giveBack(ofRoute);
}
