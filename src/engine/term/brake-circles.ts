import type { Tally } from '../../model/tally.ts';

/** Bounds the number of deletions within a window. A `count` of 0 sets no bound. */
export interface BrakeSettings {
  /** Limit of deletions in a namespace for a kind that holds data. */
  readonly count: number;
  readonly windowMs: number;
}

/** The object that asks to delete its item. */
export interface Asker {
  readonly account: string;
  readonly kind: string;
  readonly namespace: string;
  readonly uid: string;
  readonly holdsData: boolean;
  /** Counts the objects of its kind: in its namespace, or in all watched namespaces. */
  readonly objects: (where: 'namespace' | 'all') => number;
}

/** A group of objects that share one deletion count. */
export interface Circle {
  readonly key: string;
  readonly where: 'namespace' | 'all';
}

/** Factors by which the limit grows for a kind without data, and for all namespaces together. */
const MORE_WITHOUT_DATA = 4;
const MORE_IN_ACCOUNT = 4;
/** Fraction of the objects that may be deleted where that exceeds the fixed limit. */
const PART = 0.1;

/** Returns the circles of an object: its namespace's first, under whose key it is counted, then its
 *  account's. */
export const circlesOf = ({ account, kind, namespace }: Asker): readonly [Circle, Circle] => [
  { key: `${account}/${kind}/${namespace}`, where: 'namespace' },
  { key: `${account}/${kind}/*`, where: 'all' },
];

/** Returns the number of deletions that a circle allows within the window. */
export function limitOf(
  { count }: BrakeSettings,
  { holdsData, objects }: Pick<Asker, 'holdsData' | 'objects'>,
  where: Circle['where'],
): number {
  const fixed =
    count * (holdsData ? 1 : MORE_WITHOUT_DATA) * (where === 'all' ? MORE_IN_ACCOUNT : 1);
  return Math.max(fixed, Math.floor(objects(where) * PART));
}

/** Returns the times that count in a circle, oldest first. */
export function countsFor(
  circle: Circle,
  { account, kind, holdsData }: Asker,
  counted: Tally,
): readonly number[] {
  const rows = Object.entries(counted).filter(([key]) => {
    const row = countedKind(key);
    // A version that kept one count per account counted only kinds that hold data.
    if (row.kind === '') return row.account === account && holdsData;
    return circle.where === 'all'
      ? row.account === account && row.kind === kind
      : key === circle.key;
  });
  return rows.flatMap(([, entries]) => entries.map(({ at }) => at)).toSorted((a, b) => a - b);
}

/** Parses the key of a row of the note, `account/kind/namespace`. An older version wrote the
 *  account alone: the kind is empty. */
export function countedKind(key: string): { readonly account: string; readonly kind: string } {
  const [, account = key, kind = ''] = /^(.*)\/([^/]*)\/[^/]*$/.exec(key) ?? [];
  return { account, kind };
}
