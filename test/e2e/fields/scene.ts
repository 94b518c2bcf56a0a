import type { Service } from '../service.ts';

export type Spec = Readonly<Record<string, unknown>>;
/** A record of the account. */
export type Item = Spec & { readonly id: number };

/** What rows can refer to, by the names of its objects: its records in the account. */
export interface Given {
  readonly item: (name: string) => Item;
  /** The only profile of the first host. */
  readonly profile: Item;
}

/** Where a row looks: the service, what is given, and the row's own item. */
export interface Scene {
  readonly service: Service;
  readonly given: Given;
  readonly item: Item;
}
export type Seen = (scene: Scene) => unknown;

/** A field that may change: the spec before and after, and what the account then shows. A row
 *  speaks for the fields below its own, too. */
export interface FieldRow {
  readonly kind: string;
  readonly field: string;
  readonly was: Spec | ((given: Given) => Spec);
  readonly now: Spec | ((scene: Scene) => Promise<Spec> | Spec);
  /** What is looked at in the account, and what that has to be: a value, or a function of the
   *  scene. */
  readonly look: Seen;
  readonly shows: unknown;
}

/** An object that rows refer to. */
export interface GivenObject {
  readonly kind: string;
  readonly name: string;
  readonly spec: Spec;
  readonly labels?: Readonly<Record<string, string>>;
}

export const member = (record: unknown, name: string): unknown =>
  (record as Spec | undefined)?.[name];
/** Rows of what an instance has. */
export const inside = (
  { service, item }: Pick<Scene, 'service' | 'item'>,
  what: string,
): Promise<readonly Item[]> => service.rows<Item>(`/compute/instances/${item.id}/${what}`);

/** Makes rows of a kind whose spec has these fields, too. */
export const rowsOf =
  (kind: string, base: Spec) =>
  (field: string, was: Spec, now: FieldRow['now'], look: Seen, shows: unknown): FieldRow => {
    const late: FieldRow['now'] =
      typeof now === 'function'
        ? async (scene) => ({ ...base, ...(await now(scene)) })
        : { ...base, ...now };
    return { kind, field, was: { ...base, ...was }, now: late, look, shows };
  };

/** A label of a row's own that every kind takes. */
export const labelFor = (field: string): string =>
  `of-${field.replaceAll(/\W+/g, '-').toLowerCase().slice(-24)}`
    .replaceAll(/-+/g, '-')
    .replace(/-$/, '');
