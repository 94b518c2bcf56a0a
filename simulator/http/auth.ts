import type { Endpoint } from '../../src/api/endpoint.ts';
import { parseStamp } from '../core/clock.ts';
import { forbidden, notFound, type Refusal, refuse } from '../core/reply.ts';
import type { Call, Route } from '../core/route.ts';
import type { Entity } from '../core/turn.ts';
import {
  covers,
  permission,
  scopesOf,
  type TokenRow,
  tokens,
  userNamed,
  type Viewer,
} from '../core/users.ts';
import type { Row, World } from '../core/world.ts';

/** Value of X-OAuth-Scopes that distinguishes a bad token from a missing scope. Source:
 *  conventions#authentication. */
const UNKNOWN_SCOPES = 'unknown';

/** Lists that claim to need no scope, although their single items name one. Source:
 *  conventions#headers. */
const SAYS_NONE: ReadonlySet<string> = new Set(['/images']);

/** Returns an endpoint's X-Accepted-OAuth-Scopes; '*' where no scope is needed. Source:
 *  conventions#headers. */
export const acceptedScopes = ({ auth, path, scopes }: Endpoint): string =>
  scopes.length === 0 || (auth === 'optional' && SAYS_NONE.has(path)) ? '*' : scopes.join(',');

/** Returns the X-OAuth-Scopes of the caller. */
export const givenScopes = (viewer: Viewer | null): string =>
  viewer === null ? UNKNOWN_SCOPES : viewer.scopes.join(' ');

const badToken = refuse('Invalid Token', undefined, 401);
const scopeMissing = refuse(
  'Your OAuth token is not authorized to use this endpoint.',
  undefined,
  401,
);

const tokenIn = (world: World, header: string | undefined): TokenRow | undefined => {
  const given = /^Bearer +(\S+)$/i.exec(header ?? '')?.[1];
  return given === undefined ? undefined : tokens.all(world).find((known) => known.token === given);
};

/** Reports whether an Authorization header contains a token of this account, expired or not. */
export const holdsToken = (world: World, header: string | undefined): boolean =>
  tokenIn(world, header) !== undefined;

/** Returns the user of an Authorization header; undefined when the token is unknown or invalid. */
export const viewerOf = (
  world: World,
  header: string | undefined,
  now: number,
): Viewer | undefined => {
  const token = tokenIn(world, header);
  if (token === undefined || parseStamp(token.expiry) <= now) return undefined;
  const user = userNamed(world, token.username);
  return user === undefined ? undefined : { user, token, scopes: scopesOf(token.scopes) };
};

/** Returns the caller if the endpoint allows it. Source: conventions#authentication. */
export const authorise = (
  endpoint: Endpoint,
  header: string | undefined,
  viewer: Viewer | undefined,
): Viewer | null | Refusal => {
  if (endpoint.auth === 'none' || (endpoint.auth === 'optional' && header === undefined))
    return null;
  if (viewer === undefined) return badToken;
  if (!endpoint.scopes.every((scope) => covers(viewer.scopes, scope))) return scopeMissing;
  return isGranted(endpoint, viewer) ? viewer : forbidden;
};

const isGranted = (endpoint: Endpoint, { user }: Viewer): boolean => {
  if (!user.restricted) return true;
  if (endpoint.unrestricted === true) return false;
  if (endpoint.grant !== undefined && !user.grants.global.includes(endpoint.grant)) return false;
  const account = endpoint.scopes.find((scope) => scope.startsWith('account:'));
  const isOwnProfile = endpoint.path.startsWith('/profile');
  if (account === undefined || isOwnProfile) return true;
  return account === 'account:read_only'
    ? user.grants.account_access !== null
    : user.grants.account_access === 'read_write';
};

/** Checks grants: an item without one is hidden; one with a read grant cannot be changed. Source:
 *  conventions#restricted-users. */
const withGrant = <R extends Row>(
  viewer: Viewer | null,
  entity: Entity<R>,
  row: R | undefined,
  isWrite: boolean,
): R | Refusal => {
  const permitted =
    row === undefined || viewer === null ? null : permission(viewer.user, entity.type, row.id);
  if (row === undefined || permitted === null) return notFound;
  return isWrite && permitted === 'read_only' ? forbidden : row;
};

/** Returns the item in a route's path, if the caller has access; undefined for routes without an
 *  item. */
export const targetOf = (
  route: Route,
  call: Omit<Call, 'target' | 'body' | 'query'>,
): Row | Refusal | undefined => {
  const entity = route.on;
  if (entity === undefined) return undefined;
  const param = Object.values<string | number>(call.params)[0] ?? '';
  const row =
    entity.find === undefined
      ? entity.table.find(call.turn.world, Number(param))
      : entity.find(call.turn.world, param);
  return withGrant(
    call.viewer,
    entity,
    row,
    route.endpoint.method !== 'GET' && route.needs !== 'read_only',
  );
};
