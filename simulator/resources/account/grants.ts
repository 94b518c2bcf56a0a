import type { Entity, Turn } from '../../core/turn.ts';
import { type Grants, permission, type UserRow } from '../../core/users.ts';

/** Grants without levels. Source: account#profile-and-grants. */
export const GLOBAL_GRANTS = [
  'add_computes',
  'add_domains',
  'add_volumes',
  'add_firewalls',
  'add_databases',
  'add_images',
  'add_stackscripts',
  'add_nodebalancers',
  'add_longview',
  'longview_subscription',
  'cancel_account',
] as const;

/** Kinds of items with grants, including unsimulated ones. Source: account#profile-and-grants. */
const OBJECT_TYPES = [
  'compute',
  'database',
  'domain',
  'firewall',
  'image',
  'longview',
  'nodebalancer',
  'stackscript',
  'volume',
] as const;

const objectsOf = (turn: Turn, user: UserRow, entity: Entity | undefined): readonly object[] =>
  entity === undefined
    ? []
    : entity.table.all(turn.world).map((row) => ({
        id: row.id,
        label: entity.label(row),
        permissions: permission(user, entity.type, row.id),
      }));

/** Builds a restricted user's grants: one entry for every item of the account. Source:
 *  account#profile-and-grants. */
export const showGrants = (turn: Turn, user: UserRow): Readonly<Record<string, unknown>> => {
  const flags = Object.fromEntries(
    GLOBAL_GRANTS.map((name) => [name, user.grants.global.includes(name)]),
  );
  const objects = OBJECT_TYPES.map((type) => {
    const entity = turn.plan.entities.find((known) => known.type === type);
    return [type, objectsOf(turn, user, entity)] as const;
  });
  return {
    global: { account_access: user.grants.account_access, ...flags },
    ...Object.fromEntries(objects),
  };
};

/** Requested grants: flags by name, and lists of objects by type. */
export type GrantsInput = Readonly<Record<string, unknown>> & {
  readonly global?: Readonly<Record<string, unknown>> | undefined;
};

interface ObjectGrant {
  readonly id: number;
  readonly permissions: 'read_only' | 'read_write' | null;
}

/** Applies a change to grants; absent members stay. */
export const changedGrants = (before: Grants, input: GrantsInput): Grants => {
  const flags = input.global ?? {};
  const kept = GLOBAL_GRANTS.filter(
    (name) => (flags[name] ?? before.global.includes(name)) === true,
  );
  const objects = OBJECT_TYPES.map((type) => {
    const given = (input[type] ?? []) as readonly ObjectGrant[];
    const all = {
      ...before.objects[type],
      ...Object.fromEntries(given.map(({ id, permissions }) => [id, permissions])),
    };
    return [
      type,
      Object.fromEntries(Object.entries(all).filter(([, permissions]) => permissions !== null)),
    ] as const;
  });
  const account = flags['account_access'] as Grants['account_access'] | undefined;
  return {
    account_access: account === undefined ? before.account_access : account,
    global: kept,
    objects: { ...before.objects, ...Object.fromEntries(objects) },
  };
};
