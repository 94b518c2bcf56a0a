import fc from 'fast-check';
import { WAYS, type Way } from '../../support/approving.ts';
import { REACHES, UNREFERENCED } from './neighbours.ts';
import type { Strain } from './strains.ts';
import { ODDITIES, RIGHTS } from './strangers.ts';
import { CLUSTER_FAULTS, COLLECTIONS, POLICIES, SERVICE_FAULTS, UNIVERSE } from './universe.ts';

/** An action. Numbers select from the tables of the universe, modulo their size. */
export type Deed =
  | Strain
  | { readonly do: 'apply'; readonly who: string; readonly spec: number; readonly policy: number }
  | { readonly do: 'delete' | 'recreate'; readonly who: string }
  | { readonly do: 'consent'; readonly who: string; readonly way: Way }
  | { readonly do: 'meddle'; readonly who: string; readonly how: number }
  | { readonly do: 'rotate'; readonly to: 'another token' | 'a wrong token' }
  | { readonly do: 'fail service'; readonly how: number }
  /** Serves a stale collection in its listing alone, or in reads by id too, for a while. */
  | {
      readonly do: 'show stale';
      readonly of: number;
      readonly byId: boolean;
      readonly forMs: number;
    }
  | { readonly do: 'fail cluster'; readonly how: number; readonly times: number }
  | { readonly do: 'die'; readonly at: number; readonly side: 'before' | 'after' }
  | { readonly do: 'stop' }
  /** Changes the grants of the operator's user. */
  | { readonly do: 'rights'; readonly how: number }
  /** Gives an object the credential of another account. */
  | { readonly do: 'move' }
  /** Sets the clock of the operator's machine to an offset from the service's. */
  | { readonly do: 'set clock'; readonly aheadMs: number }
  /** Edits the Secret of a credential: removes its labels, or deletes and recreates it after a
   *  while. */
  | { readonly do: 'edit secret'; readonly how: 'unlabel' | 'replace'; readonly goneMs: number }
  /** Changes the status of an object as another writer; numbers select the changes. */
  | {
      readonly do: 'spoil status';
      readonly who: string;
      readonly how: readonly number[];
      readonly which: number;
    }
  /** Renames an object or moves it to another namespace in one commit: the new object imports the
   *  item, and the old one is pruned. */
  | {
      readonly do: 'rename';
      readonly who: string;
      readonly to: 'another name' | 'another namespace';
    }
  /** Requests an item, or names it by id, in an object of another namespace with the same token. */
  | { readonly do: 'reach'; readonly who: string; readonly how: number }
  /** Forges the status of an object of another namespace, with the id of an item created later. */
  | { readonly do: 'forge'; readonly who: string; readonly ahead: number }
  /** Loses an object with its cluster's data and restores it from a backup, with a new uid. */
  | { readonly do: 'restore'; readonly who: string; readonly status: boolean }
  /** Restores a backup of every object in a second cluster that uses the account. */
  | { readonly do: 'copy cluster'; readonly status: boolean }
  /** Deletes the copy of an object in the second cluster. */
  | { readonly do: 'prune copy'; readonly who: string }
  /** Copies etcd. */
  | { readonly do: 'snapshot' }
  /** Restores the API server from the copy of etcd, with its uids and statuses, while the account
   *  has continued. */
  | { readonly do: 'put back'; readonly how: 'killed' | 'stopped' }
  /** Labels the instance that selectors match, or removes the label. */
  | { readonly do: 'label'; readonly on: boolean }
  /** Turns on the backups of an instance without backups repeatedly, as an outsider; a user
   *  consents once. */
  | { readonly do: 'relapse'; readonly times: number; readonly everyMs: number; readonly way: Way }
  /** Selects an instance after a while, and later pauses and deletes its object. */
  | { readonly do: 'linger'; readonly by: (typeof SELECTORS)[number]; readonly afterMs: number }
  /** Shows rows of foreign items with odd members; -1: unchanged. */
  | { readonly do: 'odd rows'; readonly how: number }
  /** Suspends the leader; another one takes over when its lease expires, and then it resumes. */
  | { readonly do: 'hand over'; readonly asleepMs: number }
  /** A user creates an Operation that reboots the instance. */
  | { readonly do: 'reboot' };

/** An action, and the pause after it. */
export interface Step {
  readonly deed: Deed;
  readonly thenMs: number;
}

export type History = readonly Step[];

/** Objects with a form that selects instances by their labels. */
const SELECTORS = ['Firewall/wall', 'MySQLDatabase/shop'] as const;

const DAY_MS = 24 * 60 * 60_000;

const who = fc.constantFrom(...Object.keys(UNIVERSE));
const some = (table: readonly unknown[]) => fc.nat(table.length - 1);
/** Prefers the policy with the most actions. */
const policy = fc.oneof(
  { weight: 3, arbitrary: fc.constant(0) },
  { weight: 2, arbitrary: some(POLICIES) },
);
const forMs = fc.nat(600_000);
/** Usually one change of a status, sometimes two in one write. */
const damages = fc.array(fc.nat(30), { minLength: 1, maxLength: 2 });
const way = fc.constantFrom(...WAYS);
const becomes = <T extends Deed['do']>(what: T) => fc.constant(what);

const deed: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: becomes('apply'), who, spec: fc.nat(3), policy }) },
  {
    weight: 2,
    arbitrary: fc.oneof(fc.record({ do: becomes('consent'), who, way }), {
      weight: 2,
      arbitrary: fc.record({ do: fc.constantFrom('delete', 'recreate'), who }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: becomes('meddle'), who, how: fc.nat(2) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: becomes('rotate'),
      to: fc.constantFrom('another token', 'a wrong token'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: becomes('fail service'), how: some(SERVICE_FAULTS) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: becomes('show stale'),
      of: some(COLLECTIONS),
      byId: fc.boolean(),
      forMs: fc.nat(600_000),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: becomes('fail cluster'),
      how: some(CLUSTER_FAULTS),
      times: fc.integer({ min: 1, max: 4 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: becomes('die'),
      at: fc.nat(40),
      side: fc.constantFrom('before', 'after'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: becomes('stop') }) },
  { weight: 2, arbitrary: fc.record({ do: becomes('rights'), how: some(RIGHTS) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: becomes('spoil status'), who, how: damages, which: fc.nat(30) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: becomes('forge'), who, ahead: fc.integer({ min: 1, max: 3 }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: becomes('move') }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: becomes('set clock'),
      aheadMs: fc.constantFrom(-DAY_MS, -90_000, 0, 90_000, DAY_MS),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: becomes('edit secret'),
      how: fc.constantFrom('unlabel', 'replace'),
      goneMs: fc.nat(60_000),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: becomes('odd rows'),
      how: fc.integer({ min: -1, max: ODDITIES.length - 1 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: becomes('rename'),
      who: fc.constantFrom(...UNREFERENCED),
      to: fc.constantFrom('another name', 'another name', 'another namespace'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: becomes('reach'), who, how: some(REACHES) }) },
  { weight: 1, arbitrary: fc.record({ do: becomes('restore'), who, status: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: becomes('copy cluster'), status: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: becomes('prune copy'), who }) },
  { weight: 2, arbitrary: fc.record({ do: becomes('snapshot') }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: becomes('put back'), how: fc.constantFrom('killed', 'stopped') }),
  },
  { weight: 2, arbitrary: fc.record({ do: becomes('label'), on: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: becomes('relapse'),
      times: fc.integer({ min: 1, max: 4 }),
      everyMs: fc.integer({ min: 60_000, max: 600_000 }),
      way,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: becomes('linger'),
      by: fc.constantFrom(...SELECTORS),
      afterMs: fc.integer({ min: 65_000, max: 300_000 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: becomes('narrow'),
      calls: fc.integer({ min: 1, max: 6 }),
      windowMs: fc.constantFrom(10_000, 60_000),
      forMs,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: becomes('slow cluster'),
      ms: fc.integer({ min: 500, max: 25_000 }),
      forMs,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: becomes('slow service'),
      method: fc.constantFrom('GET', 'GET', 'POST', 'PUT', 'DELETE'),
      ms: fc.integer({ min: 500, max: 25_000 }),
      forMs,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: becomes('gorge'), how: fc.nat(6) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: becomes('hand over'),
      asleepMs: fc.integer({ min: 0, max: 200_000 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: becomes('reboot') }) },
);

const thenMs = fc.oneof(fc.nat(3_000), fc.nat(120_000));

export const histories: fc.Arbitrary<History> = fc.array(fc.record({ deed, thenMs }), {
  minLength: 1,
  maxLength: 16,
  size: 'max',
});

/** Formats a history: a line per step. */
export const told = (history: History): string =>
  history
    .map(
      ({ deed: { do: what, ...rest }, thenMs: ms }) =>
        `  ${what} ${JSON.stringify(rest)}, then ${(ms / 1_000).toFixed(1)} s`,
    )
    .join('\n');
