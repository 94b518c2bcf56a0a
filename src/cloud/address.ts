import { type Failure, fail, ok, type Result } from '../model/failure.ts';
import type { Secret } from '../model/secret.ts';

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
const SENDABLE = /^[\x21-\x7e]+$/;

/** Reports whether an address is on the loopback interface. */
export const isLoopback = (address: string): boolean =>
  URL.canParse(address) && LOOPBACK.test(new URL(address).hostname);

const denied = (detail: string): { readonly ok: false; readonly failure: Failure } =>
  fail({ code: 'Denied', detail });

/** Returns the base address for a credential: its own, or the operator's where it names none.
 *  Denied where it is not allowed.
 *  @param wanted the credential's base address  @param own the operator's  @param allowedHosts
 *  hosts, with the port unless it is the default one */
export function addressFor(
  wanted: string | null,
  own: string,
  allowedHosts: readonly string[],
): Result<string> {
  const ownAddress = plainAddress(own);
  const address = plainAddress(wanted ?? own);
  if (address === null)
    return denied(
      'the base address is not a plain https address: it must have the form https://HOST/v4',
    );
  if (address.href === ownAddress?.href) return ok(textOf(address));
  if (address.protocol !== 'https:' && !LOOPBACK.test(address.hostname))
    return denied(`the base address on ${address.host} must begin with https`);
  const hosts = [
    ...allowedHosts.map((host) => host.toLowerCase()),
    ...(ownAddress === null ? [] : [ownAddress.host]),
  ];
  if (!hosts.includes(address.host))
    return denied(
      `the base address is on ${address.host}, which this operator is not allowed to use`,
    );
  return ok(textOf(address));
}

/** Parses a base address; null where it is no web address, or carries a user, a query or a
 *  fragment. */
function plainAddress(text: string): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !['https:', 'http:'].includes(url.protocol)) return null;
  if (`${url.username}${url.password}${url.search}${url.hash}` !== '') return null;
  url.pathname = url.pathname.replace(/\/+$/, '');
  return url;
}

const textOf = (url: URL): string => url.href.replace(/\/$/, '');

/** Checks that a token can stand in a header; Unauthenticated otherwise. */
export const checkToken = (token: Secret): Result<Secret> =>
  SENDABLE.test(token.reveal())
    ? ok(token)
    : fail({
        code: 'Unauthenticated',
        detail: 'the token is empty or contains invalid characters',
      });
