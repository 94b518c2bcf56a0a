import type { AnyKind } from '../../model/kind.ts';
import type { Ref } from '../../model/ref.ts';
import type { Fields } from '../../model/step.ts';

/** The name of the object that stands for an item; undefined where it is not of this export. */
export type NameOf = (kind: string, id: number) => string | undefined;

/** The spec with ids replaced by references, where the item that is meant is an object too. */
export function withReferences(kind: AnyKind, spec: Fields, nameOf: NameOf): Fields {
  const byName = kind.refs.filter(({ by, take, path }: Ref) => by === 'name' && take === 'id' && !path.includes('.'));
  return byName.reduce(
    (fields: Fields, ref: Ref) => (ref.path.endsWith('[]') ? named(fields, ref, nameOf) : namedOne(fields, ref, kind, nameOf)),
    spec,
  );
}

function namedOne(fields: Fields, { path, into, kind }: Ref, { refs }: AnyKind, nameOf: NameOf): Fields {
  const { [into]: id, ...others } = fields;
  const name = typeof id === 'number' ? nameOf(kind, id) : undefined;
  if (name === undefined) return fields;
  const known = refs.filter((ref: Ref) => ref.path === path && ref.into.startsWith('/')).map((ref: Ref) => ref.into.slice(1));
  return { [path]: { name }, ...Object.fromEntries(Object.entries(others).filter(([field]) => !known.includes(field))) };
}

function named(fields: Fields, { path, into, kind }: Ref, nameOf: NameOf): Fields {
  const { [into]: ids, ...others } = fields;
  if (!Array.isArray(ids)) return fields;
  const names = ids.flatMap((id: number) => nameOf(kind, id) ?? []);
  const unnamed = ids.filter((id: number) => nameOf(kind, id) === undefined);
  return {
    ...others,
    ...(names.length === 0 ? {} : { [path.slice(0, -'[]'.length)]: names.map((name) => ({ name })) }),
    ...(unnamed.length === 0 ? {} : { [into]: unnamed }),
  };
}
