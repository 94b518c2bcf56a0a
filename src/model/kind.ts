import type { z } from 'zod';
import type { Catalogued } from './catalogue.ts';
import type { Declaration } from './declaration.ts';
import type { ItemId } from './item-id.ts';
import type { Manifest } from './manifest.ts';
import type { Health } from './outcome.ts';
import type { Placement } from './placement.ts';
import type { Read } from './request.ts';
import type { Secret } from './secret.ts';
import type { SharedName } from './shared-name.ts';
import type { Fields, Step } from './step.ts';
import type { Question, Verb } from './verb.ts';

/** Members of every item of the service. */
export interface Item {
  readonly id: ItemId;
  readonly status?: string | undefined;
  readonly tags?: readonly string[];
  readonly created?: string;
  readonly updated?: string | null;
}

/** The desired state with resolved references: kinds never see a reference. */
export interface Desired<S> {
  readonly spec: S;
  /** The name of the object, for a spec without a label. */
  readonly name: string;
  /** The tag that marks the item as this object's; null when this credential may not write tags. */
  readonly mark: string | null;
  /** Values of the Secrets that the spec names, by the path of the reference; the generated one
   *  under its field. */
  readonly secrets: Readonly<Record<string, Secret>>;
  /** Values that selectors recently lost because labels changed, by the path of the selector.
   *  Absent: none. */
  readonly strayed?: Readonly<Record<string, readonly unknown[]>>;
  /** The first unresolved reference, as a clause, by the path of the list of values that it adds
   *  to: `Instance/web-1, which does not exist`. The list may contain the value of that reference:
   *  nothing is removed from it. Absent: none. */
  readonly unresolved?: Readonly<Record<string, string>>;
}

/** The state in the service. A detail that was not read is undefined; one that the service does not
 *  provide yet, or not to this token, is null. */
export interface Observed<I, D> {
  readonly item: I;
  readonly details: { readonly [K in keyof D]?: D[K] | null };
}

/** A kind as data and pure functions. The engine performs all I/O. S: the kind's own spec fields;
 *  T: its own status fields; I: the item as the service returns it; D: its details, by name. */
export interface Kind<S extends z.ZodObject, T extends z.ZodObject, I extends Item, D>
  extends Declaration<S, T>,
    Placement<Desired<z.infer<S>>, Recorded<T>, Item> {
  readonly item: z.ZodType<I>;
  /** The action of a deletion of such an item in the account's events; absent where no event names
   *  the item itself. */
  readonly deletionAction?: string;
  readonly details: (
    desired: Desired<z.infer<S>>,
    item: I,
  ) => { readonly [K in keyof D]: Read<D[K]> | null };
  /** The details that a create needs: they are read before it, while there is no item. */
  readonly createReads?: (desired: Desired<z.infer<S>>) => {
    readonly [K in keyof D]?: Read<D[K]> | null;
  };
  /** Splits an answer with details that no later one shows; their Secret is written first. */
  readonly createAnswer?: (answer: unknown) => {
    readonly item: unknown;
    readonly details: { readonly [K in keyof D]?: D[K] };
  };
  /** The natural key of the object, and that of an item; two items with one key never both belong
   *  to the object. */
  readonly key: (desired: Desired<z.infer<S>>) => string;
  readonly keyOf: (item: I) => string;

  /** Fields whose values are ids of public lists of the service. A value that a list lacks is
   *  refused before it is sent. */
  readonly catalogued?: readonly Catalogued[];

  /** Finds items with the same name, where names are not unique. */
  readonly shares?: SharedName<Desired<z.infer<S>>, I>;
  /** A field of the create that must be unique across accounts, where no listing shows its owner,
   *  with advice for a taken value. */
  readonly uniqueBeyond?: { readonly field: string; readonly advice: string };

  /** The managed fields in canonical form for comparison; a field that the spec does not set is
   *  absent. */
  readonly wants: (desired: Desired<z.infer<S>>) => Fields;
  /** Returns the steps that create the item; exactly one call, or a wait or refusal. `siblings`:
   *  the observed collection. `before`: the details of `createReads`, where they were read. */
  readonly create: (
    desired: Desired<z.infer<S>>,
    siblings: readonly I[],
    before?: Observed<I, D>['details'],
  ) => readonly Step[];
  /** Returns the steps that bring the item to the spec. `recorded`: this kind's own last status. */
  readonly update: (
    desired: Desired<z.infer<S>>,
    observed: Observed<I, D>,
    recorded: Recorded<T>,
  ) => readonly Step[];
  /** Returns waits for other items of the collection because of which the service would refuse the
   *  change. */
  readonly inTheWay?: (
    desired: Desired<z.infer<S>>,
    item: I,
    others: readonly I[],
  ) => readonly Step[];
  /** Returns the steps that delete the item, its prerequisites first. */
  readonly remove: (
    desired: Desired<z.infer<S>>,
    observed: Observed<I, D>,
    recorded: Recorded<T>,
  ) => readonly Step[];
  /** Returns the reason, as a clause, for which the service never deletes the item: it is retained
   *  then, whatever the policy is. Null where it can be deleted. Absent: every item can. */
  readonly undeletable?: (item: I) => string | null;
  /** Returns the steps that remove the object's own mark from a retained item; none where it
   *  carries none. */
  readonly unmark: (observed: Observed<I, D>, mark: string) => readonly Step[];
  /** One-shot actions that Operations request, by verb in CamelCase. */
  readonly requests: Readonly<Record<string, Verb<Desired<z.infer<S>>, Observed<I, D>>>>;
  /** Texts that Operations request, by verb in CamelCase. The size decides whether the status
   *  contains the text. */
  readonly answers?: Readonly<Record<string, Question<Desired<z.infer<S>>, I>>>;
  readonly health: (
    desired: Desired<z.infer<S>>,
    observed: Observed<I, D>,
    recorded: Recorded<T>,
  ) => Health;
  /** Returns the members that the status mirrors. Absent members keep their last value; null
   *  removes them. */
  readonly report: (
    observed: Observed<I, D>,
    recorded: Recorded<T>,
    desired: Desired<z.infer<S>>,
  ) => Reported<T>;
  /** Converts an existing item to a manifest. */
  readonly manifest: Manifest<I, Observed<I, D>>;
  /** Contents of the Secret `<name>-<secretSuffix>` to keep current; null while the service has no
   *  value, or it was not read. */
  readonly secretSuffix?: string;
  readonly secret?: (observed: Observed<I, D>) => Readonly<Record<string, Secret>> | null;
  /** The verb after which the service eventually provides new contents for the Secret. */
  readonly secretRenewedBy?: string;
}

/** The kind's own part of the last status; any member may be missing. */
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

/** Any kind, for code that treats all kinds alike. The only place that erases the types of a
 *  kind. */
// oxlint-disable-next-line typescript/no-explicit-any -- the registry holds kinds of different types; every other room is typed by this one name
export type AnyKind = Kind<any, any, any, any>;
