import { same } from './fingerprint.ts';
import type { Read } from './request.ts';
import type { Fields } from './step.ts';

/** How items that are there become manifests. I: the item; O: the item with the details that were
 *  read for it. */
export interface Manifest<I, O> {
  /** The spec that, beside `import`, asks for nothing of the item as it is. What cannot be read
   *  back, or is what a new item has anyway, is not in it.
   *  @param holder the fields of the spec that say whose row the item is */
  readonly specOf: (observed: O, holder: Fields) => Fields;
  /** The details that the spec is made of, but for what is secret; one that is not given, or not to
   *  this token, is null and not in the spec. */
  readonly reads?: (item: I) => Readonly<Record<string, Read<unknown> | null>>;
  /** What to call the object, where the natural key is no name. */
  readonly nameOf?: (item: I) => string;
  /** The kind whose items hold those of this kind, and the fields of the spec that say which. */
  readonly heldBy?: {
    readonly kind: string;
    readonly fieldsOf: (id: number, holder: Fields) => Fields;
  };
  /** Items of another kind that are parts of items of this one, never objects of their own: by id
   *  where details tell, else by their label. */
  readonly parts?: {
    readonly kind: string;
    readonly idsIn: (observed: O) => readonly number[];
    readonly label: RegExp;
  };
}

/** The spec that fields say as they are compared (`backups.schedule.day`): nested, without the
 *  mark, without what says nothing (null, "", []), and without those that are what they usually
 *  are. */
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
