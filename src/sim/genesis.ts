import { stamp } from './core/clock.ts';
import { drawHex } from './core/random.ts';
import { NEVER, NO_GRANTS, type TokenRow, tokens, type UserRow, users } from './core/users.ts';
import { emptyWorld, nextId, type Settings, type World } from './core/world.ts';
import { openAccount } from './resources/account/table.ts';
import { publishScripts } from './resources/stackscripts/published.ts';

/** The tokens that a new world begins with, by what they are for. */
export interface Tokens {
  /** The account's owner: everything. */
  readonly admin: string;
  /** The owner again, with scopes that only read. */
  readonly readonly: string;
  /** A restricted user: may create instances and volumes, sees what they made, no account, no tags. */
  readonly restricted: string;
}

const AREAS = [
  'computes',
  'volumes',
  'images',
  'stackscripts',
  'databases',
  'kube',
  'domains',
  'firewall',
  'ips',
  'account',
  'events',
] as const;

const READ_SCOPES = AREAS.map((area) => `${area}:read_only`).join(' ');

const OWNER = 'admin';
const GUEST = 'restricted';

const addUser = (world: World, user: Pick<UserRow, 'username' | 'restricted' | 'grants'>): UserRow =>
  users.insert(world, {
    id: nextId(world, 'user', 1_989_600),
    email: `${user.username}@example.org`,
    tfa_enabled: false,
    timezone: 'GMT',
    email_notifications: true,
    ...user,
  });

const addToken = (world: World, now: number, username: string, label: string, scopes: string): TokenRow =>
  tokens.insert(world, {
    id: nextId(world, 'token', 39_000_000),
    username,
    label,
    token: drawHex(world, 64),
    scopes,
    created: stamp(now),
    expiry: NEVER,
  });

/** A world with an account, its users and their tokens, and the StackScripts that others have published. @param now milliseconds since the epoch */
export const newWorld = (settings: Settings, now: number): World => {
  const world = emptyWorld(settings);
  addUser(world, { username: OWNER, restricted: false, grants: NO_GRANTS });
  addUser(world, { username: GUEST, restricted: true, grants: { ...NO_GRANTS, global: ['add_computes', 'add_volumes'] } });
  addToken(world, now, OWNER, 'admin', '*');
  addToken(world, now, OWNER, 'readonly', READ_SCOPES);
  addToken(world, now, GUEST, 'restricted', '*');
  openAccount(world, now);
  publishScripts(world);
  return world;
};

const tokenLabelled = (world: World, label: string): string => tokens.all(world).find((token) => token.label === label)?.token ?? '';

/** The first tokens of a world, also of one that was read from a file. */
export const firstTokens = (world: World): Tokens => ({
  admin: tokenLabelled(world, 'admin'),
  readonly: tokenLabelled(world, 'readonly'),
  restricted: tokenLabelled(world, 'restricted'),
});
