import type { z } from 'zod';
import type { Column, Rule } from './definition.ts';
import type { Manifest } from './manifest.ts';
import type { Health } from './outcome.ts';
import type { HeldPart, IdField, Ref, SecretRef } from './ref.ts';
import type { Read } from './request.ts';
import type { Secret } from './secret.ts';
import type { SharedName } from './shared-name.ts';
import type { Fields, Step } from './step.ts';

/** What every item of the service has. */
export interface Item {
  readonly id: number;
  readonly status?: string | undefined;
  readonly tags?: readonly string[];
  readonly created?: string;
  readonly updated?: string;
}

/** What is wanted, with every reference already replaced by what it points at: kinds never see a
 *  reference. */
export interface Desired<S> {
  readonly spec: S;
  /** The name of the object, where the spec leaves the label open. */
  readonly name: string;
  /** The tag that marks the item as this object's; null when this credential may not tag. */
  readonly mark: string | null;
  /** Values of the Secrets that the spec names, by the path of the reference; the generated one
   *  under its field. */
  readonly secrets: Readonly<Record<string, Secret>>;
  /** Values that selectors led to lately, and lead to no more because labels changed, by the path
   *  of the selector. Absent: there are none. */
  readonly strayed?: Readonly<Record<string, readonly unknown[]>>;
  /** The reference that has no value of its own now, as a clause, by the path of the list of values
   *  that it adds to: `Instance/web-1, which does not exist`. What the list holds may be what that
   *  reference stands for: nothing is taken out. Absent: there is none. */
  readonly unresolved?: Readonly<Record<string, string>>;
}

/** What the service holds. A detail that was not looked at is undefined; one that the service does
 *  not give yet, or not to this token, is null. */
export interface Observed<I, D> {
  readonly item: I;
  readonly details: { readonly [K in keyof D]?: D[K] | null };
}

/** Everything that is particular to a kind, as data and pure functions. The engine does all I/O. S:
 *  the kind's own spec fields; T: its own status fields; I: the item as the service returns it; D:
 *  its details, by name. */
export interface Kind<S extends z.ZodObject, T extends z.ZodObject, I extends Item, D> {
  readonly kind: string;
  readonly plural: string;
  readonly shortNames: readonly string[];
  readonly summary: string;

  readonly spec: S;
  readonly status: T;
  readonly rules: readonly Rule[];
  /** Spec fields that cannot change once the item exists: refused at admission. */
  readonly immutable: readonly (keyof z.infer<S> & string)[];
  /** Spec fields that a create needs; not required beside `import` without `orCreate`. */
  readonly requiredToCreate: readonly (keyof z.infer<S> & string)[];
  /** Spec fields that only a create can use and that do not read back: refused beside `import`
   *  without `orCreate`. */
  readonly createOnly: readonly (keyof z.infer<S> & string)[];
  readonly columns: readonly Column[];

  readonly refs: readonly Ref[];
  /** Spec fields that name by id what no reference leads to. What an object of another namespace
   *  holds is refused there. */
  readonly ids?: readonly IdField[];
  /** What belongs to the item beside the item itself, by its ids in the status: no object of
   *  another namespace may name it. */
  readonly holds?: readonly HeldPart[];
  readonly secretRefs: readonly SecretRef[];
  /** A password that is made, and stored in the Secret `<name>-<suffix>`, before the create is
   *  sent, unless the spec gives one. */
  readonly generates?: {
    readonly field: string;
    readonly suffix: string;
    readonly key: string;
    readonly length: number;
    readonly when: (spec: z.infer<S>) => boolean;
  };
  /** Whether deleting the item loses data: it is then retained by default, and the brake lets fewer
   *  go. */
  readonly holdsData: boolean;
  readonly deletion: 'Delete' | 'Retain';
  readonly loss: 'Recreate' | 'Hold';
  /** Scopes that managing needs, and the grant that a restricted user needs for a create. */
  readonly scopes: readonly string[];
  readonly grant?: string;
  /** Only an unrestricted user may delete the item: a restricted one can create it and never get
   *  rid of it. */
  readonly unrestrictedToDelete?: true;

  readonly item: z.ZodType<I>;
  /** The service's word for the deletion of such an item, in the account's events; absent where it
   *  has none that names the item itself. */
  readonly deletionAction?: string;
  /** Path of the collection that holds the item: `/volumes`. */
  readonly collection: (desired: Desired<z.infer<S>>) => string;
  /** The item that holds the whole collection: where that is gone, so are its rows. */
  readonly parent?: (desired: Desired<z.infer<S>>) => {
    readonly items: Read<Item>;
    readonly id: number;
    readonly deletionAction?: string;
  };
  /** Where an item may have another parent than the spec leads to: the field that leads there, the
   *  parent's id in the last status, and the same wish within another parent. */
  readonly formerParent?: {
    readonly field: string;
    readonly idIn: (recorded: Recorded<T>) => number | null;
    readonly within: (desired: Desired<z.infer<S>>, parentId: number) => Desired<z.infer<S>>;
  };
  readonly details: (
    desired: Desired<z.infer<S>>,
    item: I,
  ) => { readonly [K in keyof D]: Read<D[K]> | null };
  /** The natural key, and the one of an item; two items with one key are never both ours. */
  readonly key: (desired: Desired<z.infer<S>>) => string;
  readonly keyOf: (item: I) => string;

  /** Items that have the name of a wanted one, where several may have it with different values. */
  readonly shares?: SharedName<Desired<z.infer<S>>, I>;
  /** A field of the create that must be unique beyond the account, where no listing shows who has
   *  it, and what a person can do about a value that is taken. */
  readonly uniqueBeyond?: { readonly field: string; readonly advice: string };

  /** The managed fields in the form in which they are compared; a field that the spec does not name
   *  is not there. */
  readonly wants: (desired: Desired<z.infer<S>>) => Fields;
  /** Steps that bring the item into being; exactly one call, or a wait or refusal. `siblings`: the
   *  collection as seen. */
  readonly create: (desired: Desired<z.infer<S>>, siblings: readonly I[]) => readonly Step[];
  /** Steps that bring the item to the spec. `recorded`: this kind's own last status. */
  readonly update: (
    desired: Desired<z.infer<S>>,
    observed: Observed<I, D>,
    recorded: Recorded<T>,
  ) => readonly Step[];
  /** What others of the collection have against such a change, where the service would refuse it
   *  for them: they are waited for. */
  readonly inTheWay?: (
    desired: Desired<z.infer<S>>,
    item: I,
    others: readonly I[],
  ) => readonly Step[];
  /** Steps that delete the item; what must go first comes first. */
  readonly remove: (
    desired: Desired<z.infer<S>>,
    observed: Observed<I, D>,
    recorded: Recorded<T>,
  ) => readonly Step[];
  /** Steps that take the object's own mark off an item that stays when its object goes; none where
   *  the item does not carry it. */
  readonly unmark: (observed: Observed<I, D>, mark: string) => readonly Step[];
  /** One-shot actions by verb: the steps for one token. */
  readonly requests: Readonly<
    Record<
      string,
      (desired: Desired<z.infer<S>>, observed: Observed<I, D>, token: string) => readonly Step[]
    >
  >;
  /** What people may ask for once, to read it: a text; null while the service has none yet. The
   *  size decides whether it is kept in the status. */
  readonly answers?: Readonly<
    Record<string, (desired: Desired<z.infer<S>>, item: I) => Read<string | null>>
  >;
  readonly health: (
    desired: Desired<z.infer<S>>,
    observed: Observed<I, D>,
    recorded: Recorded<T>,
  ) => Health;
  /** What status mirrors. Members that are absent keep their last value; null removes them. */
  readonly report: (
    observed: Observed<I, D>,
    recorded: Recorded<T>,
    desired: Desired<z.infer<S>>,
  ) => Reported<T>;
  /** The way back: how an item that is there becomes a manifest. */
  readonly manifest: Manifest<I, Observed<I, D>>;
  /** Contents of the Secret `<name>-<secretSuffix>` to keep current; null while the service has no
   *  value, or it was not looked at. */
  readonly secretSuffix?: string;
  readonly secret?: (observed: Observed<I, D>) => Readonly<Record<string, Secret>> | null;
  /** The request after which the service gives other contents for it, sooner or later. */
  readonly secretRenewedBy?: string;
}

/** The kind's own part of the last status; all of it may be missing. */
export type Recorded<T extends z.ZodObject> = Partial<z.infer<T>>;
export type Reported<T extends z.ZodObject> = {
  readonly [K in keyof z.infer<T>]?: z.infer<T>[K] | null;
};

/** Checks a kind against its own types and returns it unchanged. */
export const defineKind = <
  S extends z.ZodObject,
  T extends z.ZodObject,
  I extends Item,
  D = object,
>(
  kind: Kind<S, T, I, D>,
): Kind<S, T, I, D> => kind;

/** Any kind, for those who treat all alike. The one place where the types of a kind are
 *  forgotten. */
// oxlint-disable-next-line typescript/no-explicit-any -- the registry holds kinds of different types; every other room is typed by this one name
export type AnyKind = Kind<any, any, any, any>;
