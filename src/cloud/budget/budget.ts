import type { BudgetClass } from '../../engine/ports/cloud.ts';
import type { Rates } from '../http/answer.ts';
import { type Bucket, createBucket, type Grant } from './bucket.ts';
import { type Ask, createQueue, type Queue } from './queue.ts';
import { mostFor } from './shares.ts';

/** What an answer teaches. */
export interface Heard extends Rates {
  /** What has to slow down: the route, all that the token does, or nothing. */
  readonly slows: 'route' | 'token' | null;
  readonly retryAfterMs: number | null;
}

/** A request that may be sent now. */
export interface Admitted {
  readonly ask: Ask;
  readonly ofToken: Grant;
  readonly ofRoute: Grant;
}

/** A request that cannot be sent before its time is over. */
export interface Refused {
  readonly ask: Ask;
  readonly waitMs: number;
}

export interface BudgetSettings {
  /** What the token may do in a minute, whatever the service would allow. */
  readonly perMinute: number;
  /** Requests under way at once. */
  readonly concurrency: number;
  /** How much of a class's share a namespace gets beside the others. */
  readonly weightOf: (namespace: string) => number;
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

const MOST_ROUTES = 256;
const OTHER_ROUTES = '*';
const SHORTEST_WAIT_MS = 1_000;
const UNSAID_WAIT_MS = { route: 10_000, token: 1_000 } as const;
/** An outage is looked at again sooner than Retry-After may say, which counts down the window on
 *  every answer. Source: conventions#headers. */
const LONGEST_WAIT_MS = { route: 600_000, token: 10_000 } as const;
/** Part of the requests under way that only users' changes may be, so that they never wait for slow
 *  polls. */
const KEPT_FOR_USERS = 0.25;
const NO_RATES: Rates = { limit: null, remaining: null, resetInMs: null };

interface State {
  readonly settings: BudgetSettings;
  readonly token: Bucket;
  readonly routes: Map<string, Bucket>;
  readonly queue: Queue;
  underWay: number;
}

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

function bucketOf({ routes, settings }: State, route: string): Bucket {
  const key = routes.has(route) || routes.size < MOST_ROUTES ? route : OTHER_ROUTES;
  const bucket = routes.get(key) ?? createBucket(settings.perMinute);
  routes.set(key, bucket);
  return bucket;
}

function take(state: State, now: number): ReturnType<Budget['take']> {
  const admitted: Admitted[] = [];
  for (
    let ask = state.queue.pick(admits(state, now));
    ask !== undefined;
    ask = state.queue.pick(admits(state, now))
  ) {
    const of = ask.cause().class;
    state.underWay += 1;
    admitted.push({
      ask,
      ofToken: state.token.grant(of, now),
      ofRoute: bucketOf(state, ask.route).grant(of, now),
    });
  }
  const over = state.queue.drop(
    (ask) => ask.until <= now || closedUntil(state, ask, now) > ask.until,
  );
  const refused = over.map((ask) => ({
    ask,
    waitMs: Math.max(SHORTEST_WAIT_MS, closedUntil(state, ask, now) - now),
  }));
  return { admitted, refused };
}

const admits =
  (state: State, now: number) =>
  (ask: Ask): boolean => {
    const of = ask.cause().class;
    return (
      state.underWay < places(state, of) &&
      state.token.room(of, now) > 0 &&
      bucketOf(state, ask.route).room(of, now) > 0
    );
  };

const places = ({ settings: { concurrency } }: State, of: BudgetClass): number =>
  of === 'user' ? concurrency : Math.max(1, Math.floor(concurrency * (1 - KEPT_FOR_USERS)));

function closedUntil(state: State, ask: Ask, now: number): number {
  const of = ask.cause().class;
  return Math.max(
    state.token.closedUntil(of, now),
    bucketOf(state, ask.route).closedUntil(of, now),
  );
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

function nextAt(state: State, now: number): number | null {
  if (state.queue.size() === 0) return null;
  const moments = [
    state.queue.nextExpiry(),
    state.token.nextAt(now),
    ...[...state.routes.values()].map((route) => route.nextAt(now)),
  ];
  const coming = moments.filter((moment) => moment !== null && moment > now);
  return coming.length === 0 ? null : Math.min(...(coming as number[]));
}
