import type { ItemId } from '../../src/model/item-id.ts';
import { itemsOf } from '../../src/model/items.ts';
import type { Item } from '../../src/model/kind.ts';
import { asRecord } from '../../src/model/parse.ts';
import { isMark, markOf } from '../../src/model/tags.ts';
import { real, type Stand } from './stand.ts';

interface Holdings {
  readonly ids: readonly ItemId[];
  readonly marks: readonly string[];
}

/** Returns the content of the account: the ids of the kind's collection, and the marks of this
 *  row's objects. */
export const holdings = (stand: Stand): Holdings => contentOf(stand, () => true);

/** Returns the same content without items that the service never deletes. */
export const removable = (stand: Stand): Holdings =>
  contentOf(stand, (item) => (stand.kind.undeletable?.(item) ?? null) === null);

function contentOf(stand: Stand, counts: (item: Item) => boolean): Holdings {
  const ours = new Set(stand.uids.map(markOf));
  const needs = new Set<ItemId>(stand.ids.values());
  const rows = itemsIn(stand).filter(counts);
  return {
    ids: rows
      .flatMap((row) => (needs.has(row.id) ? [] : [row.id]))
      .toSorted((a, b) => (a < b ? -1 : 1)),
    marks: stand.world.outsider
      .rows<{ readonly label: string }>('/tags')
      .flatMap(({ label }) => (isMark(label) && ours.has(label) ? [label] : [])),
  };
}

/** Returns the items of the kind's collection; none after its parent was deleted. */
export function itemsIn(stand: Stand): readonly Item[] {
  const { kind, table, row, name, world } = stand;
  const spec = real(stand, { ...table.spec, ...row.spec });
  const read = itemsOf(kind, { spec, name: name.name, mark: null, secrets: {} });
  const path = read.listedAt ?? read.path;
  if (world.outsider.call('GET', path).status === 404) return [];
  return world.outsider
    .rows(path)
    .map((one) => read.schema.parse(one))
    .filter((item) =>
      Object.entries(read.filter ?? {}).every(([field, value]) => asRecord(item)[field] === value),
    );
}
