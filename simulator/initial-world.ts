import { stamp } from './core/clock.ts';
import { drawHex } from './core/random.ts';
import { NEVER, NO_GRANTS, type TokenRow, tokens, type UserRow, users } from './core/users.ts';
import { emptyWorld, nextId, type Settings, type World } from './core/world.ts';
import { openAccount } from './resources/account/table.ts';
import { openBilling } from './resources/billing/table.ts';
import { publishScripts } from './resources/stackscripts/published.ts';

/** The tokens of a new world, by purpose. */
export interface Tokens {
  /** The account's owner, with all scopes. */
  readonly admin: string;
  /** The owner with read-only scopes. */
  readonly readonly: string;
  /** A restricted user: may create instances and volumes, sees its own items, neither the account
   *  nor tags. */
  readonly restricted: string;
  /** Another unrestricted user of the first account, whose permissions may change independently of
   *  the owner. */
  readonly operator: string;
  /** The owner of the second account, without access to the first one. */
  readonly other: string;
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
const OPERATOR = 'operator';
const NEIGHBOUR = 'other';

/** Offset of ids and addresses of the second account. A larger one would move its private addresses
 *  out of their network. */
const NEIGHBOUR_IDS = 16_000;

const addUser = (
  world: World,
  user: Pick<UserRow, 'username' | 'restricted' | 'grants'>,
): UserRow =>
  users.insert(world, {
    id: nextId(world, 'user', 1_989_600),
    email: `${user.username}@example.org`,
    tfa_enabled: false,
    timezone: 'GMT',
    email_notifications: true,
    ...user,
  });

const addToken = (
  world: World,
  now: number,
  username: string,
  label: string,
  scopes: string,
): TokenRow =>
  tokens.insert(world, {
    id: nextId(world, 'token', 39_000_000),
    username,
    label,
    token: drawHex(world, 64),
    scopes,
    created: stamp(now),
    expiry: NEVER,
  });

/** Creates a world with an account, its users and tokens, and public StackScripts. @param now
 *  milliseconds since the epoch */
export const newWorld = (settings: Settings, now: number): World => {
  const world = emptyWorld(settings);
  addUser(world, { username: OWNER, restricted: false, grants: NO_GRANTS });
  addUser(world, {
    username: GUEST,
    restricted: true,
    grants: { ...NO_GRANTS, global: ['add_computes', 'add_volumes'] },
  });
  addToken(world, now, OWNER, 'admin', '*');
  addToken(world, now, OWNER, 'readonly', READ_SCOPES);
  addToken(world, now, GUEST, 'restricted', '*');
  openAccount(world, now);
  openBilling(world, now);
  publishScripts(world);
  return world;
};

/** Ids below all generated ids, so that no later id depends on this user. */
const OPERATOR_IDS = { user: 1_989_000, token: 38_999_000 } as const;

/** Adds the user `operator` to a world without one. Draws nothing from the world's own
 *  generator. */
export const admitOperator = (world: World, now: number): void => {
  if (tokens.find(world, OPERATOR_IDS.token) !== undefined) return;
  const person = {
    email: `${OPERATOR}@example.org`,
    tfa_enabled: false,
    timezone: 'GMT',
    email_notifications: true,
  };
  users.insert(world, {
    id: OPERATOR_IDS.user,
    username: OPERATOR,
    restricted: false,
    grants: NO_GRANTS,
    ...person,
  });
  const token = drawHex({ ...world, random: (world.settings.seed ^ 0x2545f491) | 0 }, 64);
  const life = { created: stamp(now), expiry: NEVER };
  tokens.insert(world, {
    id: OPERATOR_IDS.token,
    username: OPERATOR,
    label: OPERATOR,
    token,
    scopes: '*',
    ...life,
  });
};

/** Returns the settings of the second account, with another seed and so another account id. */
export const neighbourSettings = (settings: Settings): Settings => ({
  ...settings,
  seed: (settings.seed ^ 0x40000000) >>> 0,
});

/** Creates the second account of a service, with one unrestricted user. Its ids differ from all ids
 *  of the first account. */
export const newNeighbour = (settings: Settings, now: number): World => {
  const world: World = { ...emptyWorld(neighbourSettings(settings)), idOffset: NEIGHBOUR_IDS };
  addUser(world, { username: NEIGHBOUR, restricted: false, grants: NO_GRANTS });
  addToken(world, now, NEIGHBOUR, NEIGHBOUR, '*');
  openAccount(world, now);
  openBilling(world, now);
  publishScripts(world);
  return world;
};

const tokenLabelled = (world: World, label: string): string =>
  tokens.all(world).find((token) => token.label === label)?.token ?? '';

/** Returns the initial tokens of a world, also of one that was read from a file. */
export const firstTokens = (world: World): Tokens => ({
  admin: tokenLabelled(world, 'admin'),
  readonly: tokenLabelled(world, 'readonly'),
  restricted: tokenLabelled(world, 'restricted'),
  operator: tokenLabelled(world, OPERATOR),
  other: world.neighbour === undefined ? '' : tokenLabelled(world.neighbour, NEIGHBOUR),
});
