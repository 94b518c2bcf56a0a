import { isByItem, itemsNamed, targetsOf } from '../../engine/desire/raw-ids.ts';
import type { ItemId } from '../../model/item-id.ts';
import type { AnyKind } from '../../model/kind.ts';
import { asRecord } from '../../model/parse.ts';
import type { Ref } from '../../model/ref.ts';
import type { Fields } from '../../model/step.ts';

/** Returns the name of the object for an item; undefined where it is not in this export. */
export type NameOf = (kind: string, id: ItemId) => string | undefined;

/** Returns the fields of a spec with at least one id of such an item. */
export const fieldsLeadingTo = (
  kind: AnyKind,
  spec: Fields,
  isSuch: (kind: string, id: ItemId) => boolean,
): readonly string[] =>
  kind.refs.filter(isByItem).flatMap((ref: Ref) => {
    const leads = itemsNamed(targetsOf({ refs: [ref] }), spec).some(({ names, id }) =>
      isSuch(names, id),
    );
    return leads ? [ref.path.replace(/[.[].*$/, '')] : [];
  });

/** Replaces ids in a spec by names where the item has an object too. */
export const withReferences = (kind: AnyKind, spec: Fields, nameOf: NameOf): Fields =>
  kind.refs
    .filter(isByItem)
    .reduce((fields: Fields, ref: Ref) => named(fields, ref.path.split('.'), ref, nameOf), spec);

/** Walks the path (`a.b[]`) and replaces each id that has a name. */
function named(
  fields: Fields,
  [segment = '', ...below]: readonly string[],
  ref: Ref,
  nameOf: NameOf,
): Fields {
  const member = segment.replace('[]', '');
  const one = (value: unknown): unknown =>
    below.length === 0
      ? namedOne(asRecord(value), ref, nameOf)
      : named(asRecord(value), below, ref, nameOf);
  const value = fields[member];
  if (value === undefined) return fields;
  return { ...fields, [member]: Array.isArray(value) ? value.map(one) : one(value) };
}

/** Replaces a whole reference by its name: the named object contains the rest. */
function namedOne(reference: Fields, { kind }: Ref, nameOf: NameOf): Fields {
  const { id } = reference;
  const name = typeof id === 'number' ? nameOf(kind, id) : undefined;
  return name === undefined ? reference : { name };
}
