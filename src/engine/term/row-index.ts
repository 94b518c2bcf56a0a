import type { ItemId } from '../../model/item-id.ts';
import type { Item } from '../../model/kind.ts';
import type { Listing } from '../ports/cloud.ts';

/** Returns the search terms of an item: its key, its name, its tags. Pure, and one function for all
 *  searches: its results are cached per row. */
type Words<I> = (item: I) => string | readonly string[];
type Rows<I> = Pick<Listing<I>, 'items' | 'listed' | 'reread'>;

interface Known {
  /** Terms of each row; an unchanged row is the same object in the next listing. */
  readonly terms: WeakMap<object, readonly string[]>;
  /** Ids by term, of each listing that is held. */
  readonly listings: WeakMap<object, ReadonlyMap<string, readonly ItemId[]>>;
}

/** Finds rows of listings without a scan of all of them: each listing is indexed once, and the
 *  terms of each row are computed once. */
export class RowIndex {
  readonly #known = new WeakMap<object, Known>();

  /** Returns the rows of a listing with this term in order of their ids: rows of the listing
   *  itself, and rows read since. */
  find<I extends Item>(rows: Rows<I>, words: Words<I>, word: string): readonly I[] {
    const known = this.#known.get(words) ?? { terms: new WeakMap(), listings: new WeakMap() };
    this.#known.set(words, known);
    const found = new Set([...(listedIn(rows, words, known).get(word) ?? []), ...rows.reread()]);
    return [...found]
      .toSorted(byId)
      .flatMap((id) => rows.items.get(id) ?? [])
      .filter((item) => wordsOf(item, words, known).includes(word));
  }
}

/** Orders numbers by value, and texts by their characters. */
const byId = (a: ItemId, b: ItemId): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : String(a) < String(b) ? -1 : 1;

function listedIn<I extends Item>(
  { listed }: Rows<I>,
  words: Words<I>,
  known: Known,
): ReadonlyMap<string, readonly ItemId[]> {
  const held = known.listings.get(listed);
  if (held !== undefined) return held;
  const ids = new Map<string, ItemId[]>();
  for (const [id, item] of listed) {
    for (const word of wordsOf(item, words, known)) {
      const alike = ids.get(word);
      if (alike === undefined) ids.set(word, [id]);
      else alike.push(id);
    }
  }
  known.listings.set(listed, ids);
  return ids;
}

function wordsOf<I extends Item>(item: I, words: Words<I>, { terms }: Known): readonly string[] {
  const held = terms.get(item);
  if (held !== undefined) return held;
  const given = words(item);
  const all = typeof given === 'string' ? [given] : [...new Set(given)];
  terms.set(item, all);
  return all;
}
