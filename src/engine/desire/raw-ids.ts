import type { AnyKind } from '../../model/kind.ts';
import type { Ref } from '../../model/ref.ts';

/** A place where a resolved spec names items by id, and their kind or the part of a kind. */
export interface Target {
  /** `configs[].devices.*.volumeRef.id`. */
  readonly path: string;
  readonly names: string;
}

/** An id and its path: `configs[0].devices.sda.volumeRef.id`. */
interface Placed {
  readonly path: string;
  readonly id: number;
}

/** Lists the places where a spec of this kind may name another item by id. Ids written by users and
 *  ids from references share a field; a selector adds to references. */
export const targetsOf = ({ refs, ids = [] }: Pick<AnyKind, 'refs' | 'ids'>): readonly Target[] => [
  ...refs.filter(isByItem).map(({ path, kind }: Ref) => ({ path: `${path}.id`, names: kind })),
  ...ids.flatMap(({ path, names }) => (names === null ? [] : { path, names })),
];

/** Reports whether a reference may hold an item's id instead of a name. */
export const isByItem = ({ into, take }: Ref): boolean => into === undefined && take === 'id';

/** Returns the path of a sibling member: `a.b` and `c` give `a.c`. */
export const beside = (path: string, member: string): string =>
  [...path.split('.').slice(0, -1), member].join('.');

/** Returns every id at these places of a spec with resolved references. */
export const itemsNamed = (
  targets: readonly Target[],
  spec: unknown,
): readonly (Placed & Pick<Target, 'names'>)[] =>
  targets.flatMap(({ path, names }) => idsAt(spec, path).map((placed) => ({ ...placed, names })));

/** Returns the ids at a path of a spec or a status. @param having the member that has to be set
 *  beside an id */
export const idsAt = (value: unknown, path: string, having?: string): readonly Placed[] =>
  walk(value, path.split('.'), { at: '', having });

interface Way {
  readonly at: string;
  readonly having: string | undefined;
}

function walk(value: unknown, path: readonly string[], way: Way): readonly Placed[] {
  if (typeof value !== 'object' || value === null) return [];
  const [segment = '', ...rest] = path;
  const members = value as Readonly<Record<string, unknown>>;
  const { at, having } = way;
  const below = (name: string): string => (at === '' ? name : `${at}.${name}`);
  const within = (name: string): Way => ({ at: below(name), having });
  if (rest.length === 0)
    return having === undefined || members[having] !== undefined
      ? idsIn(members[segment], below(segment))
      : [];
  if (segment === '*')
    return Object.entries(members).flatMap(([name, member]) => walk(member, rest, within(name)));
  if (!segment.endsWith('[]')) return walk(members[segment], rest, within(segment));
  const list = segment.slice(0, -2);
  const items: unknown = members[list];
  return Array.isArray(items)
    ? items.flatMap((item, i) => walk(item, rest, within(`${list}[${i}]`)))
    : [];
}

function idsIn(value: unknown, path: string): readonly Placed[] {
  if (Array.isArray(value)) return value.flatMap((one, i) => idsIn(one, `${path}[${i}]`));
  return typeof value === 'number' ? [{ path, id: value }] : [];
}
