import { canonicalText } from '../../model/fingerprint.ts';
import { parseJson } from '../../model/parse.ts';
import type { Ref } from '../../model/ref.ts';
import type { Status } from '../../model/status-layout.ts';
import type { Watched } from '../term/dependents.ts';

/** A resolved reference: the name of the referent and the value taken. */
export interface Resolved {
  readonly name: string;
  readonly value: unknown;
}

/** A reference without a value yet, and the message about the wait. */
export interface Missing {
  readonly ref: Ref;
  /** `Instance/web-1, which is not created yet`. */
  readonly for: string;
}

/** A spec with its references resolved. */
export interface Resolution {
  /** The spec with the values of the resolved references; an unresolved reference stays as it is. A
   *  selector stays beside its values, so that a kind can distinguish selected referents from named
   *  ones. */
  readonly spec: unknown;
  readonly ids: Readonly<Record<string, readonly Resolved[]>>;
  readonly missing: readonly Missing[];
  /** Unresolved references in lists without a value, by the path of the list. */
  readonly unresolved: Readonly<Record<string, string>>;
  readonly watched: readonly Watched[];
}

/** Formats resolved references for the status: values as JSON. */
export const recordedIds = (ids: Resolution['ids']): NonNullable<Status['ids']> =>
  mapped(ids, ({ name, value }) => ({ name, value: canonicalText(value) }));

/** Parses the resolved references of a status; drops a value that is not JSON. */
export const idsIn = ({ ids = {} }: Status): Resolution['ids'] =>
  mapped(ids, ({ name, value }) => ({ name, value: parseJson(value) }));

const mapped = <A, B>(
  ids: Readonly<Record<string, readonly A[]>>,
  change: (one: A) => B,
): Record<string, B[]> =>
  Object.fromEntries(Object.entries(ids).map(([path, all]) => [path, all.map(change)]));
