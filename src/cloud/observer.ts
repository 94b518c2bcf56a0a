import type { BudgetClass } from '../engine/ports/cloud.ts';

/** One request that was sent. `route` is a template without ids, `code` the status of the answer or
 *  what happened instead of one. */
export interface Requested {
  readonly method: string;
  readonly route: string;
  readonly code: string;
  readonly seconds: number;
}

/** Who wants to know what happens between us and the service. Nothing here may throw. Labels never
 *  hold an id, a name or a part of a token. */
export interface CloudObserver {
  requested(request: Requested): void;
  /** One request was paid for, from the share of this class. */
  spent(account: string, paidBy: BudgetClass): void;
  /** Something threw that never should: a bug, here or in a listener of changes. What was going on
   *  is tried again. */
  failed(error: unknown): void;
}

/** The budget of one token. `budget` is a small number that tells the tokens of an account
 *  apart. */
export interface BudgetGauge {
  readonly account: string;
  readonly budget: number;
  /** Requests per minute that may be sent, and how many of them this minute has left. */
  readonly limit: number;
  readonly remaining: number;
  readonly waiting: number;
}

/** One route whose collections are observed. */
export interface ObservationGauge {
  readonly account: string;
  readonly route: string;
  readonly collections: number;
  readonly items: number;
  /** Age of the oldest of the listings, in seconds; one that was never read is as old as the wish
   *  for it. */
  readonly ageSeconds: number;
  /** Listings that so much is missing from that nothing is concluded from absence. */
  readonly distrusted: number;
}

/** What can be read off at any moment. */
export interface CloudGauges {
  readonly budgets: readonly BudgetGauge[];
  readonly observations: readonly ObservationGauge[];
  /** The time between two sweeps of a collection as it is now, by account: longer than configured
   *  where the budget is short. */
  readonly sweeps: readonly { readonly account: string; readonly periodSeconds: number }[];
  /** Tokens in use, by whether the service knew them when it last said so. */
  readonly credentials: { readonly accepted: number; readonly refused: number };
}
