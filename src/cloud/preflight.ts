import * as z from 'zod';
import type { Caller, Cause } from '../engine/ports/cloud.ts';
import { type FailureCode, ok, type Result } from '../model/failure.ts';
import type { Answer } from './http/answer.ts';
import { parsed } from './http/parsed.ts';
import type { Session } from './http/session.ts';

/** Identification is urgent: all objects of the credential wait for it. */
const PREFLIGHT: Cause = { class: 'user', namespace: '' };
/** The token may not read the account. Other failures may be transient, and must not change the
 *  identity. */
const HIDDEN: readonly FailureCode[] = ['Denied', 'NotFound'];

/** The identity of an account is recorded permanently and compared later: a garbled answer must not
 *  be accepted. */
const AccountId = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[0-9A-F][0-9A-F-]{7,63}$/, 'must be hexadecimal digits and dashes');
/** Source: account#profile-and-grants. */
const Profile = z.looseObject({
  username: z.string().regex(/^[!-~]{1,64}$/),
  restricted: z.boolean(),
});
const Account = z.looseObject({ euuid: AccountId });
const Grants = z.looseObject({ global: z.record(z.string(), z.unknown()) });

/** Identifies the user and the account of a token. The account's identity is the id in the answers,
 *  else in its record, else the user's name. Only an unrestricted user may write tags. Source:
 *  conventions#restricted-users; tags#assign; account#profile-and-grants. */
export async function identify(session: Session): Promise<Result<Caller>> {
  const reply = await session.get({ path: '/profile' }, () => PREFLIGHT);
  if (!reply.ok) return reply;
  const profile = parsed(Profile, reply.value.value, 'the profile of the user');
  if (!profile.ok) return profile;
  const { username, restricted } = profile.value;
  const account = await accountOf(session, reply.value.headers, username);
  if (!account.ok) return account;
  const grants = restricted ? await grantsOf(session) : null;
  return ok({
    account: account.value,
    username,
    restricted,
    mayTag: !restricted,
    scopes: scopesIn(reply.value.headers),
    grants,
  });
}

/** Reads the grants, which only serve to predict refusals: without them the service decides. */
async function grantsOf(session: Session): Promise<Caller['grants']> {
  const reply = await session.get({ path: '/profile/grants' }, () => PREFLIGHT);
  const grants = reply.ok ? Grants.safeParse(reply.value.value) : null;
  if (grants?.success !== true) return null;
  return Object.entries(grants.data.global).flatMap(([grant, isGiven]) =>
    isGiven === true ? [grant] : [],
  );
}

async function accountOf(
  session: Session,
  headers: Answer['headers'],
  username: string,
): Promise<Result<string>> {
  const named = AccountId.safeParse(headers['x-customer-uuid']);
  if (named.success) return ok(named.data);
  const reply = await session.get({ path: '/account' }, () => PREFLIGHT);
  if (!reply.ok) return HIDDEN.includes(reply.failure.code) ? ok(`user:${username}`) : reply;
  const account = parsed(Account, reply.value.value, 'the account');
  return account.ok ? ok(account.value.euuid) : account;
}

/** Returns the scopes of a token. Where answers do not show them, nothing is ruled out: the service
 *  decides. */
const scopesIn = (headers: Answer['headers']): readonly string[] => {
  const scopes = (headers['x-oauth-scopes'] ?? '*').split(/[\s,]+/).filter((scope) => scope !== '');
  return scopes.length === 0 ? ['*'] : [...new Set(scopes)].toSorted();
};
