import type { BudgetClass } from '../../engine/ports/cloud.ts';
import type { Rates } from '../http/answer.ts';
import { type Cut, halved, shareOf, UNCUT, WINDOW_MS } from './cut.ts';
import { CLASSES, keptFor, leftBy, mostFor } from './shares.ts';

const SAME_WINDOW_MS = 2_000;

/** One granted request. */
export interface Grant {
  readonly at: number;
  readonly paidBy: BudgetClass;
  isAnswered: boolean;
}

/** The request limit, learned from answers. Time is an argument, in milliseconds that never
 *  decrease.
 *
 *  Guarantees: between two announced resets, and in any window without announcements, at most
 *  `limit` grants; and each class keeps its reserved share whatever the others do. After a refusal
 *  without numbers the limit is halved and grows again by a tenth per window. */
export interface Bucket {
  /** Returns the number of grants available to this class. */
  room(of: BudgetClass, now: number): number;
  grant(of: BudgetClass, now: number): Grant;
  /** Returns an unused grant. */
  giveBack(grant: Grant): void;
  /** Marks a grant as answered, and applies the limits of the response. A request without a
   *  response has no limits to apply. */
  learn(grant: Grant, rates: Rates, now: number): void;
  /** Closes the bucket for a while. @param halve the service gave no numbers: reduce the limit */
  slow(grant: Grant, forMs: number, halve: boolean, now: number): void;
  limit(now: number): number;
  /** Returns the remaining grants of this window, for all classes together. */
  free(now: number): number;
  /** Returns the time until which this class has no grant; `now` when it has one. */
  closedUntil(of: BudgetClass, now: number): number;
  /** Returns the time at which more grants may be available; null when waiting does not help. */
  nextAt(now: number): number | null;
}

interface State {
  base: number;
  grants: Grant[];
  readonly used: Record<BudgetClass, number>;
  /** The remaining requests that the service announced, less the grants since. */
  left: { count: number; readonly until: number } | null;
  blockedUntil: number;
  cut: Cut;
}

/** @param assumed requests per minute, until an answer names the limit */
export function createBucket(assumed: number): Bucket {
  const state: State = {
    base: Math.max(1, assumed),
    grants: [],
    used: { user: 0, completion: 0, confirm: 0, sweep: 0 },
    left: null,
    blockedUntil: 0,
    cut: UNCUT,
  };
  return {
    room: (of, now) => room(state, of, now),
    grant: (of, now) => grant(state, of, now),
    giveBack: (granted) => giveBack(state, granted),
    learn: (granted, rates, now) => learn(state, granted, rates, now),
    slow: (granted, forMs, halve, now) => slow(state, granted, forMs, halve, now),
    limit: (now) => limitOf(state, now),
    free: (now) => free(state, now),
    closedUntil: (of, now) => closedUntil(state, of, now),
    nextAt: (now) => nextAt(state, now),
  };
}

const limitOf = ({ base, cut }: State, now: number): number =>
  Math.max(1, Math.floor(base * shareOf(cut, now)));

/** Drops grants that no longer count: those older than a window, and those of an announced window
 *  that has ended. */
function settle(state: State, now: number): void {
  const ended =
    state.left !== null && state.left.until <= now ? state.left.until : Number.NEGATIVE_INFINITY;
  const counts = ({ at, isAnswered }: Grant): boolean =>
    at > now - WINDOW_MS && !(isAnswered && at < ended);
  if (state.left !== null && state.left.until <= now) state.left = null;
  if (
    ended === Number.NEGATIVE_INFINITY &&
    (state.grants[0] === undefined || counts(state.grants[0]))
  )
    return;
  for (const old of state.grants) if (!counts(old)) state.used[old.paidBy] -= 1;
  state.grants = state.grants.filter(counts);
}

function room(state: State, of: BudgetClass, now: number): number {
  settle(state, now);
  if (now < state.blockedUntil) return 0;
  const limit = limitOf(state, now);
  const others = CLASSES.filter((other) => other !== of);
  const kept = others.reduce(
    (sum, other) => sum + Math.max(0, keptFor(other, limit) - state.used[other]),
    0,
  );
  const unspent = limit - state.grants.length - kept;
  return Math.max(
    0,
    Math.min(unspent, mostFor(of, limit) - state.used[of], leftFor(state, of, limit)),
  );
}

function free(state: State, now: number): number {
  settle(state, now);
  return Math.max(0, limitOf(state, now) - state.grants.length);
}

/** Returns the announced remainder for a class: it leaves a part to others, except for its own
 *  reserve. */
function leftFor({ left, used }: State, of: BudgetClass, limit: number): number {
  if (left === null) return Number.POSITIVE_INFINITY;
  const own = Math.max(0, keptFor(of, limit) - used[of]);
  return Math.max(left.count - leftBy(of, limit), Math.min(left.count, own));
}

function closedUntil(state: State, of: BudgetClass, now: number): number {
  if (room(state, of, now) > 0) return now;
  if (now < state.blockedUntil) return state.blockedUntil;
  const isEmpty = state.left !== null && leftFor(state, of, limitOf(state, now)) <= 0;
  return isEmpty && state.left !== null ? state.left.until : (nextAt(state, now) ?? now);
}

function grant(state: State, of: BudgetClass, now: number): Grant {
  const granted: Grant = { at: now, paidBy: of, isAnswered: false };
  state.grants.push(granted);
  state.used[of] += 1;
  if (state.left !== null) state.left.count -= 1;
  return granted;
}

function giveBack(state: State, granted: Grant): void {
  if (!state.grants.includes(granted)) return;
  state.grants = state.grants.filter((one) => one !== granted);
  state.used[granted.paidBy] -= 1;
  if (state.left !== null) state.left.count += 1;
}

function learn(state: State, granted: Grant, rates: Rates, now: number): void {
  granted.isAnswered = true;
  settle(state, now);
  if (rates.limit !== null) state.base = Math.max(1, rates.limit);
  if (rates.remaining === null || rates.resetInMs === null) return;
  const until = now + rates.resetInMs;
  const underWay = state.grants.filter(({ isAnswered }) => !isAnswered).length;
  const count = rates.remaining - underWay;
  if (state.left === null || until > state.left.until + SAME_WINDOW_MS)
    state.left = { count, until };
  else if (until >= state.left.until - SAME_WINDOW_MS)
    state.left.count = Math.min(state.left.count, count);
}

function slow(state: State, granted: Grant, forMs: number, halve: boolean, now: number): void {
  state.blockedUntil = Math.max(state.blockedUntil, now + forMs);
  if (halve && granted.at >= state.cut.at) state.cut = halved(state.cut, now);
}

function nextAt(state: State, now: number): number | null {
  settle(state, now);
  const oldest = state.grants[0];
  const moments = [
    state.blockedUntil,
    state.left?.until,
    oldest === undefined ? undefined : oldest.at + WINDOW_MS,
  ];
  const coming = moments.filter((moment) => moment !== undefined && moment > now);
  return coming.length === 0 ? null : Math.min(...(coming as number[]));
}
