import type { Row } from './account.ts';
import type { Labelled } from './characters/selected.ts';

/** Access to the ids of other items, by their objects, for comparisons. */
export interface Surroundings {
  /** Returns the id of an object's item, `Instance/web`. */
  readonly idOf: (who: string) => number;
  /** Returns the row of an object's item, `Instance/web`. */
  readonly rowOf: (who: string) => Row;
  /** Returns all rows of a collection, `/compute/instances`. */
  readonly rowsOf: (path: string) => readonly Row[];
  /** Returns the instances with an item, and the labels of their objects. */
  readonly instances: () => readonly Labelled[];
}

/** The mapping of one spec member to the account. Derived from docs/service. */
export interface Reading {
  /** The field of the item that shows it. */
  readonly field: string;
  /** Converts a value to that of the field, where they differ. */
  readonly as?: (value: never, at: Surroundings, spec: Spec) => unknown;
  /** Selects the compared part of the field. */
  readonly of?: (field: never, value: never) => unknown;
  /** Fields that change with it. */
  readonly moves?: readonly string[];
}

export type Spec = Readonly<Record<string, unknown>>;

/** Spec members that are set and unset together, and their values. An empty value: none of them is
 *  set. */
export interface Facet {
  readonly values: readonly Spec[];
  /** True if some value is required. */
  readonly needed?: true;
}

/** An object whose spec changes. */
export interface Character {
  /** Constant members, unless a facet overrides them. */
  readonly base: Spec;
  readonly facets: Readonly<Record<string, Facet>>;
  /** Every readable member of the spec. */
  readonly reads: Readonly<Record<string, Reading>>;
  /** Unreadable members, with the reason. */
  readonly unread: Readonly<Record<string, string>>;
  /** Returns the members that the service or the operator refuses, or that wait for ever. @param
   *  had the previous state of the object */
  readonly troubles: (spec: Spec, had: Spec) => readonly string[];
  /** Reports whether the API server admits the change, by the transition rules of the definition.
   *  @param before null: there is no item yet */
  readonly admits: (after: Spec, before: Spec | null) => boolean;
  /** Fields of the item that depend on the path to it, with the reason. */
  readonly wayward: Readonly<Record<string, string>>;
  /** Members that are unset together: when one of them is set, the others lose their values. */
  readonly groups?: readonly (readonly string[])[];
  /** Lists with independent entries: a refused entry does not affect the others. */
  readonly partly?: readonly string[];
  /** Returns the fields of the item that change with the item of another object, by field: the
   *  other object as `Kind/name`. */
  readonly follows?: (spec: Spec) => Readonly<Record<string, string>>;
  /** Returns the state of the object after a spec, where it is not simply the union of both. @param
   *  now the previous state with the new values */
  readonly after?: (spec: Spec, now: Spec, before: Spec) => Spec;
}

/** Builds a facet of one member. */
export const each = (member: string, ...values: readonly unknown[]): Facet => ({
  values: values.map((value) => ({ [member]: value })),
});

/** Normalizes a set of texts, without an order. */
export const asSet = (list: readonly string[]): readonly string[] => [...new Set(list)].toSorted();

/** Removes marks from tags. */
export const plainTags = (tags: readonly string[]): readonly string[] =>
  asSet(tags.filter((tag) => !tag.startsWith('k8s:')));

export const TAGS: Reading = {
  field: 'tags',
  as: (tags: readonly string[]) => asSet(tags),
  of: plainTags,
};

/** Reports whether the second spec has these members with the values of the first, and no others of
 *  them. */
export const keeps = (after: Spec, before: Spec | null, members: readonly string[]): boolean =>
  before === null ||
  members.every((one) => JSON.stringify(after[one]) === JSON.stringify(before[one]));

/** Returns the shortest form of an address; leaves other texts unchanged. */
export function shortest(address: string): string {
  return address.includes(':') ? new URL(`http://[${address}]`).hostname.slice(1, -1) : address;
}
