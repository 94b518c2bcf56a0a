import type { Row } from './account.ts';

/** What a member of a spec may be compared with: the ids of other items, by the objects that have
 *  them. */
export interface Surroundings {
  /** The id of the item of an object, `Instance/web`. */
  readonly idOf: (who: string) => number;
  /** The row of the item of an object, `Instance/web`. */
  readonly rowOf: (who: string) => Row;
  /** All rows of a collection, `/compute/instances`. */
  readonly rowsOf: (path: string) => readonly Row[];
}

/** How one member of a spec reads back in the account. Written from docs/service. */
export interface Reading {
  /** The field of the item in which it shows. */
  readonly field: string;
  /** What the field shows for a value, where that is not the value itself. */
  readonly as?: (value: never, at: Surroundings, spec: Spec) => unknown;
  /** What of the field is compared, where that is not the whole. */
  readonly of?: (field: never, value: never) => unknown;
  /** Fields that move with it. */
  readonly moves?: readonly string[];
}

export type Spec = Readonly<Record<string, unknown>>;

/** Members of a spec that are set and unset together, and the values that they may have. An empty
 *  value: none of them is set. */
export interface Facet {
  readonly values: readonly Spec[];
  /** Some value has to be there. */
  readonly needed?: true;
}

/** An object whose spec changes. */
export interface Character {
  /** What is always there, unless a facet says otherwise. */
  readonly base: Spec;
  readonly facets: Readonly<Record<string, Facet>>;
  /** Every member of the spec that can be read back. */
  readonly reads: Readonly<Record<string, Reading>>;
  /** Members that cannot, and why. */
  readonly unread: Readonly<Record<string, string>>;
  /** Members that the service or the operator refuses, or that wait for ever: those of the spec
   *  that stand against themselves. @param had what the object had before */
  readonly troubles: (spec: Spec, had: Spec) => readonly string[];
  /** Whether the API server admits the change, by the transition rules of the definition. @param
   *  before null: there is no item yet */
  readonly admits: (after: Spec, before: Spec | null) => boolean;
  /** Fields of the item that depend on the way, and why. */
  readonly wayward: Readonly<Record<string, string>>;
  /** Members that are given up together: when one of them is set, the others lose what they had. */
  readonly groups?: readonly (readonly string[])[];
  /** Lists: an entry that cannot be had keeps no other one from being so. */
  readonly partly?: readonly string[];
  /** What the object has after a spec, where that is not simply what it had and what it got. @param
   *  now what it had before with what it got */
  readonly after?: (spec: Spec, now: Spec, before: Spec) => Spec;
}

/** A facet of one member. */
export const each = (member: string, ...values: readonly unknown[]): Facet => ({
  values: values.map((value) => ({ [member]: value })),
});

/** As a set of texts: the order does not count. */
export const asSet = (list: readonly string[]): readonly string[] => [...new Set(list)].toSorted();

/** Tags without marks. */
export const plainTags = (tags: readonly string[]): readonly string[] =>
  asSet(tags.filter((tag) => !tag.startsWith('k8s:')));

export const TAGS: Reading = {
  field: 'tags',
  as: (tags: readonly string[]) => asSet(tags),
  of: plainTags,
};

/** Members that the second spec has with the same value as the first, and only where the first has
 *  them. */
export const keeps = (after: Spec, before: Spec | null, members: readonly string[]): boolean =>
  before === null ||
  members.every((one) => JSON.stringify(after[one]) === JSON.stringify(before[one]));

/** An address as it is written shortest; other texts as they are. */
export function shortest(address: string): string {
  return address.includes(':') ? new URL(`http://[${address}]`).hostname.slice(1, -1) : address;
}
