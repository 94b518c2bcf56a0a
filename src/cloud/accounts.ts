import type { Account, Caller, CloudChange, Credential } from '../engine/ports/cloud.ts';
import { type Failure, fail, MEANING, ok, type Result } from '../model/failure.ts';
import { accountOf } from './account.ts';
import { addressFor, checkToken } from './address.ts';
import type { Client } from './http/client.ts';
import type { RouteOf } from './http/routes.ts';
import { identify } from './preflight.ts';
import type { CloudSettings, CloudTuning } from './settings.ts';
import { isSince, type Moment, momentOf } from './time.ts';
import { freeOrdinal, keyOf, newToken, type Opening, type Token } from './tokens.ts';
import { createView, type View } from './view.ts';

/** The open accounts: tokens by host and token, views by their visible items. */
export interface Accounts {
  readonly settings: CloudSettings & CloudTuning;
  readonly client: Client;
  readonly routeOf: RouteOf;
  readonly tokens: Map<string, Token>;
  readonly views: Map<string, View>;
  readonly tell: (change: CloudChange) => void;
}

/** Lifetime of a failed identification of a token, so that a thousand objects cause one request. */
const FAILED_MS = { person: 30_000, passing: 2_000 } as const;
/** Interval before a failed re-identification is retried. */
const AGAIN_MS = 30_000;
/** Longest time that an identity is trusted after a 403 or a 404: the grants of the user may have
 *  changed. */
const DOUBTED_MS = 30_000;
/** A token that is not opened for this long, while others share its view, is dropped. */
const UNUSED_MS = 600_000;

/** Opens the account view of a credential. Identifies the token once for all waiting callers, and
 *  again every few minutes. */
export async function open(
  accounts: Accounts,
  { token, baseUrl }: Credential,
): Promise<Result<Account>> {
  const { settings, tokens } = accounts;
  const address = addressFor(baseUrl, settings.baseUrl, settings.allowedHosts);
  if (!address.ok) return address;
  const sendable = checkToken(token);
  if (!sendable.ok) return sendable;
  const key = keyOf(address.value, token);
  const held =
    tokens.get(key) ??
    newToken(address.value, token, { ...accounts, ordinal: freeOrdinal(tokens.values()) });
  tokens.set(key, held);
  const now = settings.time.elapsed();
  held.openedAt = now;
  if (held.opening !== null) return held.opening.account;
  if (held.failed !== null && held.failed.until > now) return fail(held.failed.failure);
  if (held.opened !== null && isBelieved(held, now)) return ok(held.opened.account);
  return lookUp(accounts, held, address.value).account;
}

function isBelieved({ opened, refusedAt, doubtedAt }: Token, now: number): boolean {
  if (opened === null || refusedAt !== null || opened.until <= now) return false;
  return doubtedAt === null || opened.asked.steady + DOUBTED_MS > now;
}

function leave(held: Token): void {
  held.opened?.view.members.delete(held);
  held.opened = null;
}

/** Reads the identity of the token at `since` or later. Joins a request in flight only if it began
 *  at `since` or later. */
async function identity(
  accounts: Accounts,
  held: Token,
  address: string,
  since: number,
): Promise<Result<Caller>> {
  const { time } = accounts.settings;
  for (;;) {
    const { opening, opened } = held;
    if (opening === null) {
      if (opened !== null && isSince(opened.asked, since, time)) return ok(opened.account.caller);
      return lookUp(accounts, held, address).caller;
    }
    if (isSince(opening.begun, since, time)) return opening.caller;
    await opening.account;
  }
}

/** Requests the identity of a token once for all waiting callers. */
function lookUp(accounts: Accounts, held: Token, address: string): Opening {
  const begun = momentOf(accounts.settings.time);
  const caller = identify(held.session);
  const account = caller.then((answer) => {
    held.opening = null;
    return lookedUp(accounts, held, address, { begun, caller: answer });
  });
  held.opening = { begun, caller, account };
  return held.opening;
}

interface Answered {
  readonly begun: Moment;
  readonly caller: Result<Caller>;
}

function lookedUp(
  accounts: Accounts,
  held: Token,
  address: string,
  { begun, caller }: Answered,
): Result<Account> {
  const now = accounts.settings.time.elapsed();
  if (!caller.ok) {
    const failed = lookUpFailed(held, caller.failure, now);
    dropUnused(accounts, now);
    return failed;
  }
  const view = viewFor(accounts, address, caller.value);
  if (held.opened?.view !== view) leave(held);
  view.members.add(held);
  const confirm = (since: number): Promise<Result<Caller>> =>
    identity(accounts, held, address, since);
  const account = accountOf(caller.value, view, { session: held.session, identity: confirm });
  held.opened = { account, view, until: now + accounts.settings.callerMs, asked: begun };
  held.doubtedAt = null;
  held.failed = null;
  dropUnused(accounts, now);
  return ok(account);
}

/** Handles a failed identification: a transient failure changes nothing about a known token. */
function lookUpFailed(held: Token, failure: Failure, now: number): Result<Account> {
  const { passing } = MEANING[failure.code];
  if (passing && held.opened !== null) {
    held.opened = { ...held.opened, until: now + AGAIN_MS };
    return ok(held.opened.account);
  }
  leave(held);
  held.failed = { failure, until: now + FAILED_MS[passing ? 'passing' : 'person'] };
  return fail(failure);
}

/** Returns the view for a caller. Callers with the same permissions share it; no caller sees items
 *  through the permissions of another one. */
function viewFor({ settings, views, tell }: Accounts, address: string, caller: Caller): View {
  const { account, username, restricted, scopes } = caller;
  const key = JSON.stringify([address, account, username, restricted, scopes]);
  const view =
    views.get(key) ??
    createView(caller, { ...settings, tell, broken: (error) => settings.observer.failed(error) });
  views.set(key, view);
  return view;
}

function dropUnused({ tokens, views }: Accounts, now: number): void {
  for (const [key, token] of tokens) {
    const isUsed = token.opening !== null || token.openedAt + UNUSED_MS > now;
    const isAlone = token.opened?.view.members.size === 1;
    if (isUsed || isAlone) continue;
    leave(token);
    tokens.delete(key);
  }
  for (const [key, view] of views) {
    if (view.members.size > 0) continue;
    view.close();
    views.delete(key);
  }
}
