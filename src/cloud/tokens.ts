import { createHash } from 'node:crypto';
import type { Account, BudgetClass, Caller, Credential } from '../engine/ports/cloud.ts';
import type { Failure, Result } from '../model/failure.ts';
import { createBudget } from './budget/budget.ts';
import { createGovernor, type Governor } from './budget/governor.ts';
import type { Client } from './http/client.ts';
import type { RouteOf } from './http/routes.ts';
import { createSession } from './http/session.ts';
import type { Requested } from './observer.ts';
import type { CloudSettings, CloudTuning } from './settings.ts';
import type { Moment } from './time.ts';
import type { Member, View } from './view.ts';

/** An identification in flight. */
export interface Opening {
  readonly begun: Moment;
  readonly account: Promise<Result<Account>>;
  /** The answer of the service, with transient failures. */
  readonly caller: Promise<Result<Caller>>;
}

/** One token at one base address, with its budget and identity. All Secrets that hold it share
 *  it. */
export interface Token extends Member {
  readonly governor: Governor;
  /** Distinguishes the tokens of an account in metrics. */
  readonly ordinal: number;
  opening: Opening | null;
  /** Trusted until `until`. */
  opened: {
    readonly account: Account;
    readonly view: View;
    readonly until: number /** Time of the identification. */;
    readonly asked: Moment;
  } | null;
  /** Time of the last answer that showed less than requested (403, 404), by the steady clock; null
   *  where the token was identified since. */
  doubtedAt: number | null;
  failed: { readonly failure: Failure; readonly until: number } | null;
}

/** Returns a digest that identifies a token in memory; never logged or shown. */
export const keyOf = (baseUrl: string, token: Credential['token']): string =>
  createHash('sha256').update(`${baseUrl}\n${token.reveal()}`).digest('base64');

/** Returns the smallest free number. */
export const freeOrdinal = (tokens: Iterable<Token>): number => {
  const taken = new Set([...tokens].map(({ ordinal }) => ordinal));
  let ordinal = 1;
  while (taken.has(ordinal)) ordinal += 1;
  return ordinal;
};

export interface TokenParts {
  readonly settings: CloudSettings & CloudTuning;
  readonly client: Client;
  readonly routeOf: RouteOf;
  readonly ordinal: number;
}

/** Creates the state of an unused token. */
export function newToken(
  baseUrl: string,
  secret: Credential['token'],
  { settings, client, routeOf, ordinal }: TokenParts,
): Token {
  const { time, observer, retry, patience } = settings;
  const budget = createBudget(settings);
  const governor = createGovernor(budget, time);
  const listener = {
    requested: (request: Requested) => observer.requested(request),
    spent: (by: BudgetClass) => observer.spent(token.opened?.view.caller.account ?? '', by),
    known: (isKnown: boolean) => {
      token.refusedAt = isKnown ? null : time.elapsed();
    },
    hidden: () => {
      token.doubtedAt ??= time.elapsed();
    },
  };
  const session = createSession({
    baseUrl,
    token: secret,
    client,
    governor,
    routeOf,
    time,
    retry,
    patience,
    listener,
  });
  const token: Token = {
    session,
    budget,
    governor,
    ordinal,
    openedAt: time.elapsed(),
    refusedAt: null,
    opening: null,
    opened: null,
    doubtedAt: null,
    failed: null,
  };
  return token;
}
