import { canonicalText } from '../../model/fingerprint.ts';
import { parseJson } from '../../model/parse.ts';
import type { Ref } from '../../model/ref.ts';
import type { Status } from '../../model/status-layout.ts';
import type { Watched } from '../term/dependents.ts';

/** What a reference was resolved to: who, and the value taken. */
export interface Resolved {
  readonly name: string;
  readonly value: unknown;
}

/** A reference without a value yet: what waits for whom. */
export interface Missing {
  readonly ref: Ref;
  /** `Instance/web-1, which is not created yet`. */
  readonly for: string;
}

/** A spec with its references resolved. */
export interface Resolution {
  /** The spec with the value of every resolved reference in it; one without a value stands as it
   *  is. A selector stays beside the values, so that a kind can tell what it is led to from what is
   *  named. */
  readonly spec: unknown;
  readonly ids: Readonly<Record<string, readonly Resolved[]>>;
  readonly missing: readonly Missing[];
  /** References of lists that have no value of their own now, by the path of the list of values. */
  readonly unresolved: Readonly<Record<string, string>>;
  readonly watched: readonly Watched[];
}

/** What references were resolved to, as the status records it: values as JSON. */
export const recordedIds = (ids: Resolution['ids']): NonNullable<Status['ids']> =>
  mapped(ids, ({ name, value }) => ({ name, value: canonicalText(value) }));

/** What the status records of them; a value that is no JSON is none. */
export const idsIn = ({ ids = {} }: Status): Resolution['ids'] =>
  mapped(ids, ({ name, value }) => ({ name, value: parseJson(value) }));

const mapped = <A, B>(
  ids: Readonly<Record<string, readonly A[]>>,
  change: (one: A) => B,
): Record<string, B[]> =>
  Object.fromEntries(Object.entries(ids).map(([path, all]) => [path, all.map(change)]));
