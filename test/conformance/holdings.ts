import { isMark, markOf } from '../../src/model/tags.ts';
import { real, type Stand } from './stand.ts';

interface Row {
  readonly id: number;
}

interface Holdings {
  readonly ids: readonly number[];
  readonly marks: readonly string[];
}

/** Returns the content of the account: the ids of the kind's collection, and the marks of this
 *  row's objects. */
export const holdings = (stand: Stand): Holdings => contentOf(stand, () => true);

/** Returns the same content without items that the service never deletes. */
export const removable = (stand: Stand): Holdings =>
  contentOf(stand, (item) => (stand.kind.undeletable?.(item) ?? null) === null);

function contentOf(stand: Stand, counts: (item: Row) => boolean): Holdings {
  const spec = real(stand, { ...stand.table.spec, ...stand.row.spec }) as object;
  const path = stand.kind.collection({ spec, name: stand.name.name, mark: null, secrets: {} });
  const ours = new Set(stand.uids.map(markOf));
  const needs = new Set(stand.ids.values());
  /** A collection is empty after its parent was deleted. */
  const isThere = stand.world.outsider.call('GET', path).status !== 404;
  const rows = isThere ? stand.world.outsider.rows<Row>(path).filter(counts) : [];
  return {
    ids: rows.flatMap((row) => (needs.has(row.id) ? [] : [row.id])).toSorted((a, b) => a - b),
    marks: stand.world.outsider
      .rows<{ readonly label: string }>('/tags')
      .flatMap(({ label }) => (isMark(label) && ours.has(label) ? [label] : [])),
  };
}
