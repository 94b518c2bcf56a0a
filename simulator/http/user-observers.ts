import * as z from 'zod';
import { type Refusal, refuse } from '../core/reply.ts';
import type { Plan } from '../core/turn.ts';
import { userNamed, users } from '../core/users.ts';
import { accountsOf, type World } from '../core/world.ts';
import { GrantsUpdate } from '../resources/account/endpoints.ts';
import { changedGrants, showGrants } from '../resources/account/grants.ts';
import { customerUuid } from './headers.ts';

/** A user of one of the accounts with its permissions. `grants`: in the service's form, without
 *  effect for an unrestricted user. */
export interface UserRights {
  /** The id of the account, as in X-Customer-UUID. */
  readonly account: string;
  readonly username: string;
  readonly restricted: boolean;
  readonly grants: Readonly<Record<string, unknown>>;
}

/** New permissions of a user; absent members stay. Grants have the form of PUT
 *  /account/users/{username}/grants. */
export const UserChange = z.strictObject({
  username: z.string(),
  restricted: z.boolean().optional(),
  grants: GrantsUpdate.optional(),
});
export type UserChange = z.input<typeof UserChange>;

/** Lists the users of both accounts. */
export const listUsers = (world: World, now: number, plan: Plan): readonly UserRights[] =>
  accountsOf(world).flatMap((account) =>
    users.all(account).map((user) => ({
      account: customerUuid(account),
      username: user.username,
      restricted: user.restricted,
      grants: showGrants({ world: account, now, plan, actor: null }, user),
    })),
  );

/** Changes the permissions of a user at once, as the owner of the account would, without an
 *  event. */
export const changeUser = (
  world: World,
  { username, restricted, grants }: z.output<typeof UserChange>,
): Refusal | null => {
  for (const account of accountsOf(world)) {
    const user = userNamed(account, username);
    if (user === undefined) continue;
    const given = grants === undefined ? user.grants : changedGrants(user.grants, grants);
    users.update(account, user.id, { restricted: restricted ?? user.restricted, grants: given });
    return null;
  }
  const known = accountsOf(world).flatMap((account) =>
    users.all(account).map((user) => user.username),
  );
  return refuse(`known users: ${known.join(', ')}`, 'username');
};
