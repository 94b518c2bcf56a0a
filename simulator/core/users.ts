import { table } from './table.ts';
import type { Row, World } from './world.ts';

export type Permission = 'read_only' | 'read_write' | null;

/** What a restricted user may do. `objects`: by the entity's word, then by id. Source:
 *  account#profile-and-grants. */
export interface Grants {
  readonly account_access: Permission;
  /** The global grants that are given: add_computes, add_volumes, … */
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

/** The expiry of a token that never expires, as it was recorded. */
export const NEVER = '2222-08-19T00:00:00';

export const users = table<UserRow>('users');
export const tokens = table<TokenRow>('tokens');

export const NO_GRANTS: Grants = { account_access: null, global: [], objects: {} };

/** The user behind a request and what their token may do. */
export interface Viewer {
  readonly user: UserRow;
  readonly token: TokenRow;
  /** '*' stands for everything. */
  readonly scopes: readonly string[];
}

export const userNamed = (world: World, username: string): UserRow | undefined =>
  users.all(world).find((user) => user.username === username);

/** The scopes that a token's text lists. */
export const scopesOf = (text: string): readonly string[] =>
  text.split(/[\s,]+/).filter((scope) => scope !== '');

/** Whether a list of scopes covers one; writing includes reading. */
export const covers = (scopes: readonly string[], wanted: string): boolean =>
  scopes.includes('*') ||
  scopes.includes(wanted) ||
  scopes.includes(wanted.replace(/:read_only$/, ':read_write'));

/** What a user may do with one item; an unrestricted one everything. */
export const permission = (user: UserRow, type: string, id: number | string): Permission =>
  user.restricted ? (user.grants.objects[type]?.[id] ?? null) : 'read_write';

/** Writes down what a user may do with one item. */
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
