import type { BudgetClass } from '../engine/ports/cloud.ts';

/** One request. `route` is a template without ids, `code` the status of the answer or a word for
 *  its absence. */
export interface Requested {
  readonly method: string;
  readonly route: string;
  readonly code: string;
  readonly seconds: number;
}

/** Observes the traffic with the service. Methods must not throw. Labels never contain an id, a
 *  name or a part of a token. */
export interface CloudObserver {
  requested(request: Requested): void;
  /** One request was charged to the share of this class. */
  spent(account: string, paidBy: BudgetClass): void;
  /** An exception occurred that is a bug, here or in a listener of changes. The operation is
   *  retried. */
  failed(error: unknown): void;
}

/** The budget of one token. `budget` is a small number that distinguishes the tokens of an
 *  account. */
export interface BudgetGauge {
  readonly account: string;
  readonly budget: number;
  /** The limit in requests per minute, and the rest for this minute. */
  readonly limit: number;
  readonly remaining: number;
  readonly waiting: number;
}

/** One route with observed collections. */
export interface ObservationGauge {
  readonly account: string;
  readonly route: string;
  readonly collections: number;
  readonly items: number;
  /** Age of the oldest listing, in seconds; one that was never read counts from its first
   *  request. */
  readonly ageSeconds: number;
  /** Listings with so many missing items that absence proves nothing. */
  readonly distrusted: number;
}

/** Current values of the gauges. */
export interface CloudGauges {
  readonly budgets: readonly BudgetGauge[];
  readonly observations: readonly ObservationGauge[];
  /** The current interval between two sweeps of a collection, by account: longer than configured
   *  where the budget is short. */
  readonly sweeps: readonly { readonly account: string; readonly periodSeconds: number }[];
  /** Tokens in use, by whether the service last accepted them. */
  readonly credentials: { readonly accepted: number; readonly refused: number };
}
