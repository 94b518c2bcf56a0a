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

/** The question who a token is, while it is under way. */
export interface Opening {
  readonly begun: Moment;
  readonly account: Promise<Result<Account>>;
  /** As the service said it: a failure that passes by itself is one here. */
  readonly caller: Promise<Result<Caller>>;
}

/** One token at one base address: what it may spend, and who it is. It is shared by all Secrets
 *  that hold it. */
export interface Token extends Member {
  readonly governor: Governor;
  /** Tells the tokens of an account apart in metrics. */
  readonly ordinal: number;
  opening: Opening | null;
  /** Believed until then. */
  opened: {
    readonly account: Account;
    readonly view: View;
    readonly until: number /** When it was asked for. */;
    readonly asked: Moment;
  } | null;
  /** When an answer last showed less than was asked for (403, 404), by the steady clock; null where
   *  the token was asked for since. */
  doubtedAt: number | null;
  failed: { readonly failure: Failure; readonly until: number } | null;
}

/** Stands for a token in memory; never logged or shown. */
export const keyOf = (baseUrl: string, token: Credential['token']): string =>
  createHash('sha256').update(`${baseUrl}\n${token.reveal()}`).digest('base64');

/** The smallest number that none of them has. */
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

/** A token that has not been used yet. */
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
