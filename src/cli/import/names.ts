import type { ItemId } from '../../model/item-id.ts';

/** Longest part of a name from the item, in characters; names of Secrets and others derive from
 *  it. */
const LONGEST = 50;

/** The source of an object's name. */
export interface Called {
  readonly kind: string;
  readonly id: ItemId;
  readonly text: string;
}

/** Derives Kubernetes names from the names of items, by kind and id. Where two of a kind would
 *  share a name, or a name is taken, the id is appended. @param taken kinds with names:
 *  `Volume/data` */
export function namesFor(
  all: readonly Called[],
  taken: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const namesakes = Map.groupBy(all, nameKey);
  const isAlone = (one: Called): boolean =>
    namesakes.get(nameKey(one))?.length === 1 && !taken.has(nameKey(one));
  const given = new Set(taken);
  const names = new Map<string, string>();
  for (const one of all.toSorted((a, b) => Number(isAlone(b)) - Number(isAlone(a)))) {
    let name = isAlone(one) ? plainName(one) : `${plainName(one)}-${one.id}`;
    while (given.has(`${one.kind}/${name}`)) name = `${name}-${one.id}`;
    given.add(`${one.kind}/${name}`);
    names.set(keyOf(one), name);
  }
  return names;
}

const nameKey = (one: Called): string => `${one.kind}/${plainName(one)}`;

export const keyOf = ({ kind, id }: Pick<Called, 'kind' | 'id'>): string => `${kind}/${id}`;

/** Reduces a name to lower-case letters, digits and inner dashes. */
function plainName({ kind, id, text }: Called): string {
  const dashed = text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  const name = dashed.replace(/^-/, '').slice(0, LONGEST).replace(/-$/, '');
  return name === '' ? `${kind.toLowerCase()}-${id}` : name;
}
