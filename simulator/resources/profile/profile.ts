import { profile as endpoints } from '../../../src/api/profile.ts';
import { reference, tell } from '../../core/events.ts';
import { type Done, ok } from '../../core/reply.ts';
import { type Call, type Resource, route } from '../../core/route.ts';
import type { Entity } from '../../core/turn.ts';
import { type UserRow, users, type Viewer } from '../../core/users.ts';
import { showGrants } from '../account/grants.ts';
import { profileEndpoints } from './endpoints.ts';
import { keyRoutes } from './ssh-keys.ts';
import { tokenRoutes } from './tokens.ts';

/** Source: account#profile-and-grants. */
const showProfile = (user: UserRow): Readonly<Record<string, unknown>> => ({
  uid: user.id,
  username: user.username,
  email: user.email,
  verified_phone_number: null,
  timezone: user.timezone,
  email_notifications: user.email_notifications,
  referrals: { code: '', url: '', total: 0, completed: 0, pending: 0, credit: 0 },
  ip_whitelist_enabled: false,
  lish_auth_method: 'password_keys',
  authorized_keys: null,
  two_factor_auth: user.tfa_enabled,
  restricted: user.restricted,
  authentication_type: 'password',
});

const profileEntity: Entity<UserRow> = {
  type: 'profile',
  path: '/profile',
  table: users,
  label: (user) => user.username,
  show: (_turn, user) => showProfile(user),
};

/** Returns the calling user: all routes here require a token. */
const asker = (call: Pick<Call, 'viewer'>): Viewer['user'] => {
  if (call.viewer === null) throw new Error('the endpoint lets nobody in without a token');
  return call.viewer.user;
};

/** An unrestricted user has no grants. Source: account#profile-and-grants. */
const noContent: Done = { kind: 'done', status: 204, body: undefined };

export const profileResource: Resource = {
  routes: [
    route(endpoints.view, (call) => ok(showProfile(asker(call)))),
    route(profileEndpoints.update, (call) => {
      const user = asker(call);
      const {
        email = user.email,
        timezone = user.timezone,
        email_notifications = user.email_notifications,
      } = call.body;
      const updated = users.update(call.turn.world, user.id, {
        email,
        timezone,
        email_notifications,
      });
      tell(call.turn, { action: 'profile_update', entity: reference(profileEntity, updated) });
      return ok(showProfile(updated));
    }),
    route(endpoints.grants, (call) => {
      const user = asker(call);
      return user.restricted ? ok(showGrants(call.turn, user)) : noContent;
    }),
    ...tokenRoutes,
    ...keyRoutes,
  ],
};
