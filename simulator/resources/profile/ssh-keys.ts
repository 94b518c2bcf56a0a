import { stamp } from '../../core/clock.ts';
import { tell } from '../../core/events.ts';
import { done, listedPlain, notFound, ok } from '../../core/reply.ts';
import { type Route, route } from '../../core/route.ts';
import type { Turn } from '../../core/turn.ts';
import type { Viewer } from '../../core/users.ts';
import { nextId } from '../../core/world.ts';
import { profileEndpoints as endpoints } from './endpoints.ts';
import { type SshKeyRow, sshKeys } from './ssh-keys-table.ts';

const show = ({ username: _username, ...row }: SshKeyRow): Readonly<Record<string, unknown>> => row;

const own = (turn: Turn, viewer: Viewer | null, id: string | number): SshKeyRow | undefined => {
  const row = sshKeys.find(turn.world, Number(id));
  return row !== undefined && row.username === viewer?.user.username ? row : undefined;
};

const emitEvent = (turn: Turn, row: SshKeyRow, change: 'add' | 'update' | 'delete'): void => {
  const entity = {
    id: row.id,
    type: 'user_ssh_key',
    label: row.label,
    url: `/v4/profile/sshkeys/${row.id}`,
  };
  tell(turn, { action: `user_ssh_key_${change}`, entity });
};

/** A user's own SSH keys, which deployments use as `authorized_users`. Source:
 *  account#profile-and-grants. */
export const keyRoutes: readonly Route[] = [
  route(endpoints.keys, ({ turn, viewer }) =>
    listedPlain(
      sshKeys.all(turn.world).filter(({ username }) => username === viewer?.user.username),
      show,
    ),
  ),
  route(endpoints.keyCreate, ({ turn, viewer, body }) => {
    const id = nextId(turn.world, 'ssh key', 225_100);
    const row = sshKeys.insert(turn.world, {
      id,
      username: viewer?.user.username ?? '',
      ...body,
      created: stamp(turn.now),
    });
    emitEvent(turn, row, 'add');
    return ok(show(row));
  }),
  route(endpoints.key, ({ turn, viewer, params }) => {
    const row = own(turn, viewer, params.keyId);
    return row === undefined ? notFound : ok(show(row));
  }),
  route(endpoints.keyUpdate, ({ turn, viewer, params, body }) => {
    const row = own(turn, viewer, params.keyId);
    if (row === undefined) return notFound;
    const updated = sshKeys.update(turn.world, row.id, { label: body.label ?? row.label });
    emitEvent(turn, updated, 'update');
    return ok(show(updated));
  }),
  route(endpoints.keyDelete, ({ turn, viewer, params }) => {
    const row = own(turn, viewer, params.keyId);
    if (row === undefined) return notFound;
    sshKeys.remove(turn.world, row.id);
    emitEvent(turn, row, 'delete');
    return done;
  }),
];
