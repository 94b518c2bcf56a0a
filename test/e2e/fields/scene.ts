import type { Service } from '../service.ts';

export type Spec = Readonly<Record<string, unknown>>;
/** A record of the account. */
export type Item = Spec & { readonly id: number };

/** Referents of the rows, by object name: their records in the account. */
export interface Given {
  readonly item: (name: string) => Item;
  /** The only profile of the first host. */
  readonly profile: Item;
}

/** The context of a row: the service, the given objects, and the row's own item. */
export interface Scene {
  readonly service: Service;
  readonly given: Given;
  readonly item: Item;
}
export type Seen = (scene: Scene) => unknown;

/** A mutable field: the spec before and after, and the resulting state of the account. A row covers
 *  the fields below its own, too. */
export interface FieldRow {
  readonly kind: string;
  readonly field: string;
  readonly was: Spec | ((given: Given) => Spec);
  readonly now: Spec | ((scene: Scene) => Promise<Spec> | Spec);
  /** The read of the account, and the expected result: a value, or a function of the scene. */
  readonly look: Seen;
  readonly shows: unknown;
}

/** A referent of rows. */
export interface GivenObject {
  readonly kind: string;
  readonly name: string;
  readonly spec: Spec;
  readonly labels?: Readonly<Record<string, string>>;
}

export const member = (record: unknown, name: string): unknown =>
  (record as Spec | undefined)?.[name];
/** Reads rows below an instance. */
export const inside = (
  { service, item }: Pick<Scene, 'service' | 'item'>,
  what: string,
): Promise<readonly Item[]> => service.rows<Item>(`/compute/instances/${item.id}/${what}`);

/** Builds rows of a kind with these additional spec fields. */
export const rowsOf =
  (kind: string, base: Spec) =>
  (field: string, was: Spec, now: FieldRow['now'], look: Seen, shows: unknown): FieldRow => {
    const late: FieldRow['now'] =
      typeof now === 'function'
        ? async (scene) => ({ ...base, ...(await now(scene)) })
        : { ...base, ...now };
    return { kind, field, was: { ...base, ...was }, now: late, look, shows };
  };

/** Returns a unique label that every kind accepts. */
export const labelFor = (field: string): string =>
  `of-${field.replaceAll(/\W+/g, '-').toLowerCase().slice(-24)}`
    .replaceAll(/-+/g, '-')
    .replace(/-$/, '');
