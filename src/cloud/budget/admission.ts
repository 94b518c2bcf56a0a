import type { BudgetClass } from '../../engine/ports/cloud.ts';
import { type Bucket, createBucket, type Grant } from './bucket.ts';
import type { Ask, Queue } from './queue.ts';

/** A request that may be sent now. */
export interface Admitted {
  readonly ask: Ask;
  readonly ofToken: Grant;
  readonly ofRoute: Grant;
}

/** A request that cannot be sent before its deadline. */
export interface Refused {
  readonly ask: Ask;
  readonly waitMs: number;
}

export interface BudgetSettings {
  /** Limit of requests per minute, whatever the service allows. */
  readonly perMinute: number;
  /** Concurrent requests. */
  readonly concurrency: number;
  /** Weight of a namespace's share of a class. */
  readonly weightOf: (namespace: string) => number;
}

const MOST_ROUTES = 256;
const OTHER_ROUTES = '*';
/** Shortest wait of a refused request. */
export const SHORTEST_WAIT_MS = 1_000;
/** Fraction of the concurrent requests that is reserved for users' changes, so that they never wait
 *  for slow polls. */
const KEPT_FOR_USERS = 0.25;

/** The buckets of one token, its queued requests and its requests in flight. */
export interface State {
  readonly settings: BudgetSettings;
  readonly token: Bucket;
  readonly routes: Map<string, Bucket>;
  readonly queue: Queue;
  underWay: number;
}

/** Returns the bucket of a route. Routes beyond the limit share one bucket. */
export function bucketOf({ routes, settings }: State, route: string): Bucket {
  const key = routes.has(route) || routes.size < MOST_ROUTES ? route : OTHER_ROUTES;
  const bucket = routes.get(key) ?? createBucket(settings.perMinute);
  routes.set(key, bucket);
  return bucket;
}

/** Takes the requests that may be sent now, and those that cannot be sent before they expire. */
export function take(
  state: State,
  now: number,
): { readonly admitted: readonly Admitted[]; readonly refused: readonly Refused[] } {
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

/** Returns the time of the next `take` that may admit or refuse a request; null if only a response
 *  or a new request can change that. */
export function nextAt(state: State, now: number): number | null {
  if (state.queue.size() === 0) return null;
  const moments = [
    state.queue.nextExpiry(),
    state.token.nextAt(now),
    ...[...state.routes.values()].map((route) => route.nextAt(now)),
  ];
  const coming = moments.filter((moment) => moment !== null && moment > now);
  return coming.length === 0 ? null : Math.min(...(coming as number[]));
}
