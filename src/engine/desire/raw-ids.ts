import type { Ref } from '../../model/ref.ts';

/** An item that a spec leads to by its id, given as it is or taken from the status of an object. */
export interface Named {
  readonly ref: Ref;
  /** Where the id stands: `configs[0].devices.sda.volumeId`. */
  readonly path: string;
  readonly id: number;
}

/** Every id of another item in a spec whose references are resolved. An id that people write and one that a reference leads to stand in the same field. */
export const itemsNamed = (refs: readonly Ref[], spec: unknown): readonly Named[] =>
  refs.filter(({ take }) => take === 'id').flatMap((ref) => walk(spec, ref.path.split('.'), '', ref));

function walk(value: unknown, path: readonly string[], at: string, ref: Ref): readonly Named[] {
  if (typeof value !== 'object' || value === null) return [];
  const [segment = '', ...rest] = path;
  const members = value as Readonly<Record<string, unknown>>;
  const below = (name: string): string => (at === '' ? name : `${at}.${name}`);
  if (rest.length === 0) return idsIn(members[ref.into], below(ref.into), ref);
  if (segment === '*') return Object.entries(members).flatMap(([name, member]) => walk(member, rest, below(name), ref));
  if (!segment.endsWith('[]')) return walk(members[segment], rest, below(segment), ref);
  const list = segment.slice(0, -2);
  const items: unknown = members[list];
  return Array.isArray(items) ? items.flatMap((item, i) => walk(item, rest, `${below(list)}[${i}]`, ref)) : [];
}

function idsIn(value: unknown, path: string, ref: Ref): readonly Named[] {
  if (Array.isArray(value)) return value.flatMap((one, i) => idsIn(one, `${path}[${i}]`, ref));
  return typeof value === 'number' ? [{ ref, path, id: value }] : [];
}
