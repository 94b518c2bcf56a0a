import { same } from './fingerprint.ts';
import type { ItemId } from './item-id.ts';
import type { Read } from './request.ts';
import type { Fields } from './step.ts';

/** Converts existing items to manifests. I: the item; O: the item with the details read for it. */
export interface Manifest<I, O> {
  /** Returns the spec that, beside `import`, changes nothing about the item. Omits fields that
   *  cannot be read back and defaults of new items.
   *  @param holder spec fields that name the parent of the item */
  readonly specOf: (observed: O, holder: Fields) => Fields;
  /** The details that the spec uses, without secret ones; one that the service does not provide, or
   *  not to this token, is null and omitted. */
  readonly reads?: (item: I) => Readonly<Record<string, Read<unknown> | null>>;
  /** Returns the name of the object, where the natural key is no name. */
  readonly nameOf?: (item: I) => string;
  /** The kind of the parent items, and the spec fields that name the parent. */
  readonly heldBy?: {
    readonly kind: string;
    readonly fieldsOf: (id: ItemId, holder: Fields) => Fields;
  };
  /** Items of another kind that are parts of items of this one, never objects of their own: by id
   *  where details show it, else by their label. */
  readonly parts?: {
    readonly kind: string;
    readonly idsIn: (observed: O) => readonly number[];
    readonly label: RegExp;
  };
}

/** Builds a spec from fields in canonical form (`backups.schedule.day`): nested, without the mark,
 *  without empty values (null, "", []), and without defaults. */
export function specFrom(has: Fields, usual: Fields = {}): Fields {
  return Object.entries(has).reduce<Fields>((spec, [field, value]) => {
    const isSaid = field !== 'mark' && !saysNothing(value) && !same(value, usual[field]);
    return isSaid ? placed(spec, field.split('.'), value) : spec;
  }, {});
}

const saysNothing = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0);

function placed(fields: Fields, [name = '', ...below]: readonly string[], value: unknown): Fields {
  return {
    ...fields,
    [name]: below.length === 0 ? value : placed((fields[name] ?? {}) as Fields, below, value),
  };
}
