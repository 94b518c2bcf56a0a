/** So many characters of a name come from the item; names of Secrets and the like are made of it. */
const LONGEST = 50;

/** What an object is to be called after. */
export interface Called {
  readonly kind: string;
  readonly id: number;
  readonly text: string;
}

/** Names that Kubernetes takes, made of what items are called, by kind and id. Where two of a kind would get one name, each gets its id behind it. */
export function namesFor(all: readonly Called[]): ReadonlyMap<string, string> {
  const plain = new Map<string, number>();
  for (const one of all) plain.set(`${one.kind}/${plainName(one)}`, (plain.get(`${one.kind}/${plainName(one)}`) ?? 0) + 1);
  const isAlone = (one: Called): boolean => plain.get(`${one.kind}/${plainName(one)}`) === 1;
  const taken = new Set<string>();
  const names = new Map<string, string>();
  for (const one of all.toSorted((a, b) => Number(isAlone(b)) - Number(isAlone(a)))) {
    let name = isAlone(one) ? plainName(one) : `${plainName(one)}-${one.id}`;
    while (taken.has(`${one.kind}/${name}`)) name = `${name}-${one.id}`;
    taken.add(`${one.kind}/${name}`);
    names.set(keyOf(one), name);
  }
  return names;
}

export const keyOf = ({ kind, id }: Pick<Called, 'kind' | 'id'>): string => `${kind}/${id}`;

/** Lower-case letters, digits and dashes, none of them at either end. */
function plainName({ kind, id, text }: Called): string {
  const dashed = text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  const name = dashed.replace(/^-/, '').slice(0, LONGEST).replace(/-$/, '');
  return name === '' ? `${kind.toLowerCase()}-${id}` : name;
}
