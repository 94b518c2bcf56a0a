import { parseStamp, stamp } from '../../core/clock.ts';
import { tell } from '../../core/events.ts';
import { drawHex } from '../../core/random.ts';
import { done, listedPlain, notFound, ok, refuse } from '../../core/reply.ts';
import { type Route, route } from '../../core/route.ts';
import type { Reference, Turn } from '../../core/turn.ts';
import { NEVER, scopesOf, type TokenRow, tokens, type Viewer } from '../../core/users.ts';
import { nextId } from '../../core/world.ts';
import { profileEndpoints as endpoints } from './endpoints.ts';

const SCOPE =
  /^(\*|(computes|volumes|images|stackscripts|databases|kube|domains|firewall|ips|account|events):(read_only|read_write))$/;

/** Number of characters shown after the creation. Source: account#profile-and-grants. */
const SHOWN = 16;

const show = ({ username: _username, ...row }: TokenRow): Readonly<Record<string, unknown>> => ({
  ...row,
  token: row.token.slice(0, SHOWN),
});

const own = (turn: Turn, viewer: Viewer | null, id: string | number): TokenRow | undefined => {
  const row = tokens.find(turn.world, Number(id));
  return row !== undefined && row.username === viewer?.user.username ? row : undefined;
};

const tokenReference = (row: TokenRow): Reference => ({
  id: row.id,
  type: 'token',
  label: row.label,
  url: `/v4/profile/tokens/${row.id}`,
});

const createRoute = route(endpoints.tokenCreate, ({ turn, viewer, body }) => {
  if (!scopesOf(body.scopes).every((scope) => SCOPE.test(scope)))
    return refuse('scopes is not valid', 'scopes');
  const expiry = body.expiry ?? NEVER;
  if (!(parseStamp(expiry) > turn.now)) return refuse('expiry is not valid', 'expiry');
  const row = tokens.insert(turn.world, {
    id: nextId(turn.world, 'token', 39_000_000),
    username: viewer?.user.username ?? '',
    label: body.label ?? 'Untitled',
    token: drawHex(turn.world, 64),
    scopes: body.scopes,
    created: stamp(turn.now),
    expiry,
  });
  tell(turn, { action: 'token_create', entity: tokenReference(row) });
  return ok({ ...show(row), token: row.token });
});

/** A user's own tokens. Source: account#profile-and-grants. */
export const tokenRoutes: readonly Route[] = [
  route(endpoints.tokens, ({ turn, viewer }) =>
    listedPlain(
      tokens.all(turn.world).filter(({ username }) => username === viewer?.user.username),
      show,
    ),
  ),
  createRoute,
  route(endpoints.token, ({ turn, viewer, params }) => {
    const row = own(turn, viewer, params.tokenId);
    return row === undefined ? notFound : ok(show(row));
  }),
  route(endpoints.tokenUpdate, ({ turn, viewer, params, body }) => {
    const row = own(turn, viewer, params.tokenId);
    if (row === undefined) return notFound;
    const updated = tokens.update(turn.world, row.id, { label: body.label ?? row.label });
    tell(turn, { action: 'token_update', entity: tokenReference(updated) });
    return ok(show(updated));
  }),
  route(endpoints.tokenDelete, ({ turn, viewer, params }) => {
    const row = own(turn, viewer, params.tokenId);
    if (row === undefined) return notFound;
    tokens.remove(turn.world, row.id);
    tell(turn, { action: 'token_delete', entity: tokenReference(row) });
    return done;
  }),
];
