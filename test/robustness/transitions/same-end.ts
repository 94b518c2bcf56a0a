import { isReady } from '../../support/invariants.ts';
import { type Account, isNode, type Row, readAccount } from './account.ts';
import { agree } from './agree.ts';
import type { Spec } from './character.ts';
import { pathOf } from './oracles.ts';
import { rest } from './rest.ts';
import { apply, nameOf, newSurround, type Surround } from './surroundings.ts';
import { characterOf } from './universe.ts';
import { LENT } from './unmoved.ts';

/** An object at the end of a sequence. */
export interface Ended {
  readonly who: string;
  /** Its state after all specs. */
  readonly spec: Spec;
  /** True if it has an item. */
  readonly isMade: boolean;
  /** True if no member of its spec is impossible. */
  readonly isPlain: boolean;
  /** Undetermined fields of the item. */
  readonly unsure: ReadonlySet<string>;
}

/** One of two compared worlds. */
interface Side {
  readonly surround: Surround;
  readonly account: Account;
  /** Names for ids. */
  readonly names: ReadonlyMap<unknown, string>;
}

/** Fields that differ between worlds in any case. */
const OWN = ['id', 'entity', 'region_id'];

function sideOf(surround: Surround, ends: readonly Ended[]): Side {
  const ids = ends.map(
    ({ who }) => [Number(pathOf(surround, who).split('/').at(-1)), who] as const,
  );
  return { surround, account: readAccount(surround.world), names: new Map(ids) };
}

function comparable(value: unknown, names: Side['names']): unknown {
  if (typeof value === 'number') return names.get(value) ?? value;
  if (typeof value === 'string')
    return value
      .replaceAll(/k8s:[0-9a-f-]+/g, 'k8s:mark')
      .replaceAll(/compute\d+|Volume_\w+/g, '…');
  if (Array.isArray(value)) return value.map((one) => comparable(one, names));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !OWN.includes(name))
      .map(([name, one]) => [name, comparable(one, names)]),
  );
}

/** Converts a field by the reading of its member, or keeps it; undefined where it depends on the
 *  path. */
function ofField(row: Row, field: string, { who, spec }: Ended): unknown {
  const { reads, wayward, follows } = characterOf(who);
  if (field in (follows?.(spec) ?? {})) return undefined;
  const found = Object.entries(reads).find(
    ([member, reading]) => reading.field === field && member in spec,
  );
  if (found?.[1].of === undefined || row[field] === undefined)
    return field in wayward ? undefined : row[field];
  return found[1].of(row[field] as never, spec[found[0]] as never);
}

/** Returns the fields of an item that do not depend on the path to it, according to the
 *  documentation of the service. */
function endOf({ surround, account, names }: Side, end: Ended): Readonly<Record<string, unknown>> {
  const row = account.get(pathOf(surround, end.who)) ?? {};
  const fields = Object.keys(row).filter((field) => !OWN.includes(field) && !end.unsure.has(field));
  return Object.fromEntries(
    fields.map((field) => [field, comparable(ofField(row, field, end), names)]),
  );
}

const isInSync = ({ surround }: Side, who: string): boolean => {
  const object = surround.world.cluster.get(nameOf(who));
  return object !== undefined && isReady(object);
};

function unlike(here: Side, there: Side, end: Ended): readonly string[] {
  const { who } = end;
  const [now, then] = [endOf(here, end), endOf(there, end)];
  const differing = Object.keys({ ...now, ...then }).filter(
    (field) => JSON.stringify(now[field]) !== JSON.stringify(then[field]),
  );
  const [stands, stood] = [isInSync(here, who), isInSync(there, who)];
  return [
    ...differing.map(
      (field) =>
        `${who} ${field}: ${JSON.stringify(now[field])}, made at once ${JSON.stringify(then[field])}`,
    ),
    ...(stands === stood || (end.isMade && !end.isPlain)
      ? []
      : [`${who} is ${stands ? '' : 'not '}in sync, made at once it is ${stood ? '' : 'not'}`]),
  ];
}

const collectionOf = (path: string): string => path.replace(/\/[^/]+$/, '');

/** Compares items outside the cast: their number in each collection, and those in both worlds. The
 *  nodes of a cluster belong to its pools, whose numbers are compared unless an autoscaler decides
 *  them. */
function surplus(here: Side, there: Side, ends: readonly Ended[]): readonly string[] {
  const counts = [here, there].map(({ account }) =>
    Map.groupBy(
      [...account].flatMap(([path, row]) => (isNode(row) ? [] : [path])),
      collectionOf,
    ),
  );
  const collections = new Set(counts.flatMap((one) => [...one.keys()]));
  const own = new Set(ends.map(({ who }) => pathOf(here.surround, who)));
  const numbers = [...collections].flatMap((one) => {
    const [now = 0, then = 0] = counts.map((side) => side.get(one)?.length ?? 0);
    return now === then ? [] : [`${one} has ${now} items, made at once ${then}`];
  });
  const rows =
    numbers.length > 0
      ? []
      : [...here.account].filter(
          ([path, row]) => !own.has(path) && !isNode(row) && there.account.has(path),
        );
  return [...numbers, ...rows.flatMap(([path, row]) => apart(path, row, here, there))];
}

/** Compares an item of another object. A slot of a profile that is no longer named keeps its
 *  volume. */
const apart = (path: string, row: Row, here: Side, there: Side): readonly string[] => {
  const plain = (one: Row): Row =>
    Object.fromEntries(Object.entries(one).filter(([field]) => !LENT.includes(field)));
  const sides = [
    comparable(plain(row), here.names),
    comparable(plain(there.account.get(path) ?? {}), there.names),
  ];
  const [now, then] = sides.map((one) => JSON.stringify(one));
  return now === then ? [] : [`${path} is ${now}, made at once ${then}`];
};

/** Checks path independence: account and objects equal those after a direct creation of the last
 *  specs. */
export async function sameEnd(
  surround: Surround,
  ends: readonly Ended[],
): Promise<readonly string[]> {
  const cast = ends.map(({ who }) => who);
  const other = await newSurround();
  agree(other);
  for (const { who, spec } of ends) apply(other, who, spec);
  const ended = await rest(other, cast);
  const [here, there] = [sideOf(surround, ends), sideOf(other, ends)];
  other.world.kill();
  if (!ended) return ['what was made at once never came to rest'];
  const differing = ends.flatMap((end) => unlike(here, there, end));
  return differing.length > 0 ? differing : surplus(here, there, ends);
}
