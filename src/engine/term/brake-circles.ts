import type { Tally } from '../../model/tally.ts';

/** How much may go, and in what time. A `count` of 0 sets no bound. */
export interface BrakeSettings {
  /** So many items of a kind that holds data may go in a namespace. */
  readonly count: number;
  readonly windowMs: number;
}

/** The object whose item is to go. */
export interface Asker {
  readonly account: string;
  readonly kind: string;
  readonly namespace: string;
  readonly uid: string;
  readonly holdsData: boolean;
  /** How many objects of its kind there are: in its namespace, or in all that are watched. */
  readonly objects: (where: 'namespace' | 'all') => number;
}

/** Whose deletions are counted together. */
export interface Circle {
  readonly key: string;
  readonly where: 'namespace' | 'all';
}

/** Of a kind that holds no data so many times more may go; as of all namespaces together. */
const MORE_WITHOUT_DATA = 4;
const MORE_IN_ACCOUNT = 4;
/** Where there are many objects, this part of them may go. */
const PART = 0.1;

/** The circles of an object: its namespace's first, under whose key it is counted, then its
 *  account's. */
export const circlesOf = ({ account, kind, namespace }: Asker): readonly [Circle, Circle] => [
  { key: `${account}/${kind}/${namespace}`, where: 'namespace' },
  { key: `${account}/${kind}/*`, where: 'all' },
];

/** How many may go in a circle within the window. */
export function limitOf(
  { count }: BrakeSettings,
  { holdsData, objects }: Pick<Asker, 'holdsData' | 'objects'>,
  where: Circle['where'],
): number {
  const fixed =
    count * (holdsData ? 1 : MORE_WITHOUT_DATA) * (where === 'all' ? MORE_IN_ACCOUNT : 1);
  return Math.max(fixed, Math.floor(objects(where) * PART));
}

/** The times that count in a circle, oldest first. */
export function countsFor(
  circle: Circle,
  { account, kind, holdsData }: Asker,
  counted: Tally,
): readonly number[] {
  const rows = Object.entries(counted).filter(([key]) => {
    const row = countedKind(key);
    // A version that counted each account as one counted only what holds data.
    if (row.kind === '') return row.account === account && holdsData;
    return circle.where === 'all'
      ? row.account === account && row.kind === kind
      : key === circle.key;
  });
  return rows.flatMap(([, entries]) => entries.map(({ at }) => at)).toSorted((a, b) => a - b);
}

/** Account and kind of a row of the note: `account/kind/namespace`. An older version wrote the
 *  account alone: the kind is empty. */
export function countedKind(key: string): { readonly account: string; readonly kind: string } {
  const [, account = key, kind = ''] = /^(.*)\/([^/]*)\/[^/]*$/.exec(key) ?? [];
  return { account, kind };
}
