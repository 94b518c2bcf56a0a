import { table } from './table.ts';
import type { Row, World } from './world.ts';

export type Permission = 'read_only' | 'read_write' | null;

/** Permissions of a restricted user. `objects`: by the entity's name, then by id. Source:
 *  account#profile-and-grants. */
export interface Grants {
  readonly account_access: Permission;
  /** Global grants: add_computes, add_volumes, … */
  readonly global: readonly string[];
  readonly objects: Readonly<Record<string, Readonly<Record<string, Permission>>>>;
}

export interface UserRow extends Row {
  readonly username: string;
  readonly email: string;
  readonly restricted: boolean;
  readonly tfa_enabled: boolean;
  readonly timezone: string;
  readonly email_notifications: boolean;
  readonly grants: Grants;
}

/** A personal access token. `scopes`: '*', or scopes separated by commas or blanks. */
export interface TokenRow extends Row {
  readonly username: string;
  readonly label: string;
  readonly token: string;
  readonly scopes: string;
  readonly created: string;
  readonly expiry: string;
}

/** Expiry of a token that never expires, as recorded. */
export const NEVER = '2222-08-19T00:00:00';

export const users = table<UserRow>('users');
export const tokens = table<TokenRow>('tokens');

export const NO_GRANTS: Grants = { account_access: null, global: [], objects: {} };

/** The user of a request and the permissions of its token. */
export interface Viewer {
  readonly user: UserRow;
  readonly token: TokenRow;
  /** '*' stands for all scopes. */
  readonly scopes: readonly string[];
}

export const userNamed = (world: World, username: string): UserRow | undefined =>
  users.all(world).find((user) => user.username === username);

/** Parses the scopes of a token. */
export const scopesOf = (text: string): readonly string[] =>
  text.split(/[\s,]+/).filter((scope) => scope !== '');

/** Reports whether a list of scopes covers one; writing includes reading. */
export const covers = (scopes: readonly string[], wanted: string): boolean =>
  scopes.includes('*') ||
  scopes.includes(wanted) ||
  scopes.includes(wanted.replace(/:read_only$/, ':read_write'));

/** Returns a user's permission on one item; an unrestricted user has every permission. */
export const permission = (user: UserRow, type: string, id: number | string): Permission =>
  user.restricted ? (user.grants.objects[type]?.[id] ?? null) : 'read_write';

/** Records a user's permission on one item. */
export const grant = (
  world: World,
  user: UserRow,
  type: string,
  id: number,
  permitted: Permission,
): void => {
  const { grants } = userNamed(world, user.username) ?? user;
  const objects = { ...grants.objects, [type]: { ...grants.objects[type], [id]: permitted } };
  users.update(world, user.id, { grants: { ...grants, objects } });
};
