import type { Item } from '../../model/kind.ts';
import type { Listing } from '../ports/cloud.ts';

/** What items are looked for by: their key, their name, their tags. Pure, and one function for all
 *  looks: what it says of a row is kept. */
type Words<I> = (item: I) => string | readonly string[];
type Rows<I> = Pick<Listing<I>, 'items' | 'listed' | 'reread'>;

interface Known {
  /** What was said of each row: one that is as it was is the same object in the next listing. */
  readonly said: WeakMap<object, readonly string[]>;
  /** Ids by word, of each listing that is held. */
  readonly listings: WeakMap<object, ReadonlyMap<string, readonly number[]>>;
}

/** Finds rows of listings without a look at all of them: each listing is gone through once, and
 *  each row asked once. */
export class RowIndex {
  readonly #known = new WeakMap<object, Known>();

  /** The rows of a listing of which this word is said, by their ids in order: those of the listing
   *  itself, and those that were read since. */
  find<I extends Item>(rows: Rows<I>, words: Words<I>, word: string): readonly I[] {
    const known = this.#known.get(words) ?? { said: new WeakMap(), listings: new WeakMap() };
    this.#known.set(words, known);
    const found = new Set([...(listedIn(rows, words, known).get(word) ?? []), ...rows.reread()]);
    return [...found]
      .toSorted((a, b) => a - b)
      .flatMap((id) => rows.items.get(id) ?? [])
      .filter((item) => saidOf(item, words, known).includes(word));
  }
}

function listedIn<I extends Item>(
  { listed }: Rows<I>,
  words: Words<I>,
  known: Known,
): ReadonlyMap<string, readonly number[]> {
  const held = known.listings.get(listed);
  if (held !== undefined) return held;
  const ids = new Map<string, number[]>();
  for (const [id, item] of listed) {
    for (const word of saidOf(item, words, known)) {
      const alike = ids.get(word);
      if (alike === undefined) ids.set(word, [id]);
      else alike.push(id);
    }
  }
  known.listings.set(listed, ids);
  return ids;
}

function saidOf<I extends Item>(item: I, words: Words<I>, { said }: Known): readonly string[] {
  const held = said.get(item);
  if (held !== undefined) return held;
  const given = words(item);
  const all = typeof given === 'string' ? [given] : [...new Set(given)];
  said.set(item, all);
  return all;
}
