import { tell } from '../../core/events.ts';
import { type Done, done, listedPlain, notFound, ok, refuse } from '../../core/reply.ts';
import { type Route, route } from '../../core/route.ts';
import type { Turn } from '../../core/turn.ts';
import { NO_GRANTS, tokens, type UserRow, userNamed, users } from '../../core/users.ts';
import { nextId, type World } from '../../core/world.ts';
import { sshKeys } from '../profile/ssh-keys-table.ts';
import { accountEndpoints as endpoints } from './endpoints.ts';
import { changedGrants, showGrants } from './grants.ts';

const show =
  (world: World) =>
  (user: UserRow): Readonly<Record<string, unknown>> => ({
    username: user.username,
    email: user.email,
    restricted: user.restricted,
    ssh_keys: sshKeys
      .all(world)
      .flatMap((key) => (key.username === user.username ? [key.label] : [])),
    tfa_enabled: user.tfa_enabled,
    verified_phone_number: null,
    password_created: null,
  });

const emitEvent = (turn: Turn, user: UserRow, change: 'create' | 'update' | 'delete'): void => {
  const entity = {
    id: user.id,
    type: 'user',
    label: user.username,
    url: `/v4/account/users/${user.username}`,
  };
  tell(turn, { action: `user_${change}`, entity });
};

/** An unrestricted user has no grants. Source: account#profile-and-grants. */
const noContent: Done = { kind: 'done', status: 204, body: undefined };

const createRoute = route(endpoints.userCreate, ({ turn, body }) => {
  if (userNamed(turn.world, body.username) !== undefined)
    return refuse('Username taken', 'username');
  const id = nextId(turn.world, 'user', 1_989_600);
  const rest = {
    tfa_enabled: false,
    timezone: 'GMT',
    email_notifications: true,
    grants: NO_GRANTS,
  };
  const user = users.insert(turn.world, { id, ...body, ...rest });
  emitEvent(turn, user, 'create');
  return ok(show(turn.world)(user));
});

/** Renames a user, including its tokens. */
const updateRoute = route(endpoints.userUpdate, ({ turn, body, params }) => {
  const { world } = turn;
  const user = userNamed(world, String(params.username));
  if (user === undefined) return notFound;
  const { username = user.username, email = user.email, restricted = user.restricted } = body;
  if (username !== user.username && userNamed(world, username) !== undefined)
    return refuse('Username taken', 'username');
  for (const token of tokens.all(world))
    if (token.username === user.username) tokens.update(world, token.id, { username });
  for (const key of sshKeys.all(world))
    if (key.username === user.username) sshKeys.update(world, key.id, { username });
  const updated = users.update(world, user.id, { username, email, restricted });
  emitEvent(turn, updated, 'update');
  return ok(show(world)(updated));
});

const deleteRoute = route(endpoints.userDelete, ({ turn, viewer, params }) => {
  const user = userNamed(turn.world, String(params.username));
  if (user === undefined) return notFound;
  if (user.id === viewer?.user.id) return refuse('You cannot delete yourself');
  users.remove(turn.world, user.id);
  emitEvent(turn, user, 'delete');
  return done;
});

const grantsUpdateRoute = route(endpoints.grantsUpdate, ({ turn, params, body }) => {
  const user = userNamed(turn.world, String(params.username));
  if (user === undefined) return notFound;
  if (!user.restricted) return noContent;
  const updated = users.update(turn.world, user.id, { grants: changedGrants(user.grants, body) });
  return ok(showGrants(turn, updated));
});

/** The users of the account and their permissions. Source: account#users-and-settings. */
export const userRoutes: readonly Route[] = [
  route(endpoints.users, ({ turn }) => listedPlain(users.all(turn.world), show(turn.world))),
  createRoute,
  route(endpoints.user, ({ turn, params }) => {
    const user = userNamed(turn.world, String(params.username));
    return user === undefined ? notFound : ok(show(turn.world)(user));
  }),
  updateRoute,
  deleteRoute,
  route(endpoints.grants, ({ turn, params }) => {
    const user = userNamed(turn.world, String(params.username));
    if (user === undefined) return notFound;
    return user.restricted ? ok(showGrants(turn, user)) : noContent;
  }),
  grantsUpdateRoute,
];
