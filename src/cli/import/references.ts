import type { AnyKind } from '../../model/kind.ts';
import type { Ref } from '../../model/ref.ts';
import type { Fields } from '../../model/step.ts';

/** The name of the object that stands for an item; undefined where it is not of this export. */
export type NameOf = (kind: string, id: number) => string | undefined;

/** A reference by name at the top of a spec, in place of which an id may stand. */
export const isById = ({ by, take, path }: Ref): boolean =>
  by === 'name' && take === 'id' && !path.includes('.');

/** The fields of a spec whose ids lead to such items, be it one of many. */
export const fieldsLeadingTo = (
  kind: AnyKind,
  spec: Fields,
  isSuch: (kind: string, id: number) => boolean,
): readonly string[] =>
  kind.refs.filter(isById).flatMap(({ into, kind: referent }: Ref) => {
    const ids: readonly unknown[] = [spec[into]].flat();
    return ids.some((id) => typeof id === 'number' && isSuch(referent, id)) ? [into] : [];
  });

/** The spec with ids replaced by references, where the item that is meant is an object too. */
export function withReferences(kind: AnyKind, spec: Fields, nameOf: NameOf): Fields {
  return kind.refs
    .filter(isById)
    .reduce(
      (fields: Fields, ref: Ref) =>
        ref.path.endsWith('[]') ? named(fields, ref, nameOf) : namedOne(fields, ref, kind, nameOf),
      spec,
    );
}

function namedOne(
  fields: Fields,
  { path, into, kind }: Ref,
  { refs }: AnyKind,
  nameOf: NameOf,
): Fields {
  const { [into]: id, ...others } = fields;
  const name = typeof id === 'number' ? nameOf(kind, id) : undefined;
  if (name === undefined) return fields;
  const known = refs
    .filter((ref: Ref) => ref.path === path && ref.into.startsWith('/'))
    .map((ref: Ref) => ref.into.slice(1));
  return {
    [path]: { name },
    ...Object.fromEntries(Object.entries(others).filter(([field]) => !known.includes(field))),
  };
}

function named(fields: Fields, { path, into, kind }: Ref, nameOf: NameOf): Fields {
  const { [into]: ids, ...others } = fields;
  if (!Array.isArray(ids)) return fields;
  const names = ids.flatMap((id: number) => nameOf(kind, id) ?? []);
  const unnamed = ids.filter((id: number) => nameOf(kind, id) === undefined);
  return {
    ...others,
    ...(names.length === 0
      ? {}
      : { [path.slice(0, -'[]'.length)]: names.map((name) => ({ name })) }),
    ...(unnamed.length === 0 ? {} : { [into]: unnamed }),
  };
}
