import fc from 'fast-check';
import { WAYS, type Way } from '../../support/approving.ts';
import { REACHES, UNREFERENCED } from './neighbours.ts';
import type { Strain } from './strains.ts';
import { ODDITIES, RIGHTS } from './strangers.ts';
import { CLUSTER_FAULTS, COLLECTIONS, POLICIES, SERVICE_FAULTS, UNIVERSE } from './universe.ts';

/** Something that happens. Numbers choose from the tables of the universe, and go round where there
 *  are fewer. */
export type Deed =
  | Strain
  | { readonly do: 'apply'; readonly who: string; readonly spec: number; readonly policy: number }
  | { readonly do: 'delete' | 'recreate'; readonly who: string }
  | { readonly do: 'consent'; readonly who: string; readonly way: Way }
  | { readonly do: 'meddle'; readonly who: string; readonly how: number }
  | { readonly do: 'rotate'; readonly to: 'another token' | 'a wrong token' }
  | { readonly do: 'fail service'; readonly how: number }
  /** A collection is shown as it is now, by its listing alone or by reads of ids too, for so
   *  long. */
  | {
      readonly do: 'show stale';
      readonly of: number;
      readonly byId: boolean;
      readonly forMs: number;
    }
  | { readonly do: 'fail cluster'; readonly how: number; readonly times: number }
  | { readonly do: 'die'; readonly at: number; readonly side: 'before' | 'after' }
  | { readonly do: 'stop' }
  /** The user of the operator gets other rights. */
  | { readonly do: 'rights'; readonly how: number }
  /** A user gives an object the credential of another account. */
  | { readonly do: 'move' }
  /** The clock of the operator's machine is set: so far ahead of the service's, or behind it. */
  | { readonly do: 'set clock'; readonly aheadMs: number }
  /** A person writes to the Secret of a credential: takes off its labels, or deletes it and makes
   *  it again after a while. */
  | { readonly do: 'edit secret'; readonly how: 'unlabel' | 'replace'; readonly goneMs: number }
  /** Another writer changes the status of an object; numbers choose what becomes of it. */
  | {
      readonly do: 'spoil status';
      readonly who: string;
      readonly how: number;
      readonly which: number;
    }
  /** One commit gives an object another name, or another namespace: the new object imports the
   *  item, and the old one is pruned. */
  | {
      readonly do: 'rename';
      readonly who: string;
      readonly to: 'another name' | 'another namespace';
    }
  /** An object of another namespace with the same token asks for an item, or names it by its id. */
  | { readonly do: 'reach'; readonly who: string; readonly how: number }
  /** An object is lost with its cluster's data and comes back from a backup, with a new uid. */
  | { readonly do: 'restore'; readonly who: string; readonly status: boolean }
  /** A second cluster that uses the account gets a backup of every object. */
  | { readonly do: 'copy cluster'; readonly status: boolean }
  /** The copy of an object is deleted in the second cluster. */
  | { readonly do: 'prune copy'; readonly who: string }
  /** A copy of etcd is made. */
  | { readonly do: 'snapshot' }
  /** The API server begins again from the copy of etcd: the uids and statuses of then, while the
   *  account went on. */
  | { readonly do: 'put back'; readonly how: 'killed' | 'stopped' }
  /** A person labels the machine that selectors ask for, or takes the label off. */
  | { readonly do: 'label'; readonly on: boolean }
  /** An outsider turns on the backups of a machine that is to have none, so often and each time
   *  after so long; a person consents once. */
  | { readonly do: 'relapse'; readonly times: number; readonly everyMs: number; readonly way: Way }
  /** A machine is selected after so long, and its object is paused and deleted as long
   *  afterwards. */
  | { readonly do: 'linger'; readonly by: (typeof SELECTORS)[number]; readonly afterMs: number }
  /** Rows of foreign items are shown oddly; -1: as they are. */
  | { readonly do: 'odd rows'; readonly how: number }
  /** The leader stands still for so long; another one takes over when its lease is out, and then it
   *  wakes up. */
  | { readonly do: 'hand over'; readonly asleepMs: number };

/** A deed, and how long nothing else happens after it. */
export interface Step {
  readonly deed: Deed;
  readonly thenMs: number;
}

export type History = readonly Step[];

/** The objects of which a form selects machines by their labels. */
const SELECTORS = ['Firewall/wall', 'MySQLDatabase/shop'] as const;

const DAY_MS = 24 * 60 * 60_000;

const who = fc.constantFrom(...Object.keys(UNIVERSE));
const some = (table: readonly unknown[]) => fc.nat(table.length - 1);
/** Mostly the policy under which most is done. */
const policy = fc.oneof(
  { weight: 3, arbitrary: fc.constant(0) },
  { weight: 2, arbitrary: some(POLICIES) },
);
const forMs = fc.nat(600_000);
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
    arbitrary: fc.record({ do: becomes('spoil status'), who, how: fc.nat(30), which: fc.nat(30) }),
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
);

const thenMs = fc.oneof(fc.nat(3_000), fc.nat(120_000));

export const histories: fc.Arbitrary<History> = fc.array(fc.record({ deed, thenMs }), {
  minLength: 1,
  maxLength: 16,
  size: 'max',
});

/** A history for people: a line a step. */
export const told = (history: History): string =>
  history
    .map(
      ({ deed: { do: what, ...rest }, thenMs: ms }) =>
        `  ${what} ${JSON.stringify(rest)}, then ${(ms / 1_000).toFixed(1)} s`,
    )
    .join('\n');
