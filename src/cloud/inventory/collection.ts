import type { Item } from '../../model/kind.ts';
import type { Moment } from '../time.ts';
import { isSame } from './same.ts';
import { type Doubt, judgeVanished } from './vanishing.ts';

/** A row that was read by its id after the listing began. */
export interface LaterRow<I> {
  /** Null: the service answered that there is none. */
  readonly item: I | null;
  /** When the read began. */
  readonly at: Moment;
  /** Whether the item was there before. */
  readonly wasHeld: boolean;
}

/** What is held of a collection: the last complete listing, with what single reads have shown since. */
export interface Collection<I extends Item> {
  readonly items: ReadonlyMap<number, I>;
  /** When the listing began; null while there was none. */
  readonly startedAt: Moment | null;
  readonly later: ReadonlyMap<number, LaterRow<I>>;
  /** Ids that our own DELETE removed and that the next listing will lack. */
  readonly leaving: ReadonlySet<number>;
  readonly doubt: Doubt | null;
}

export const emptyCollection = <I extends Item>(): Collection<I> => ({
  items: new Map(),
  startedAt: null,
  later: new Map(),
  leaving: new Set(),
  doubt: null,
});

/** A collection with news, and the ids whose owners should look. */
export interface Step<I extends Item> {
  readonly collection: Collection<I>;
  readonly changed: readonly number[];
}

/** Takes in a complete listing. Rows that were read by id after it began stay as they were read. What vanished is told only once it is believed:
 *  vanishing.ts. The first listing tells nothing: whoever wants its items asks for them.
 *  @param spacingMs two listings that confirm a doubt are at least this far apart */
export function takeListing<I extends Item>(
  before: Collection<I>,
  listed: ReadonlyMap<number, I>,
  startedAt: Moment,
  spacingMs: number,
): Step<I> {
  const later = new Map([...before.later].filter(([, row]) => row.at.steady > startedAt.steady).map(([id, row]) => [id, judged(row)]));
  const items = new Map([...listed].map(([id, item]) => [id, keepSame(before.items.get(id), item)]));
  for (const [id, { item }] of later) {
    if (item === null) items.delete(id);
    else items.set(id, item);
  }
  const known = before.startedAt === null ? [] : [...before.items.keys(), ...foundGone(before)];
  const gone = known.filter((id) => !items.has(id));
  const unasked = gone.filter((id) => !before.leaving.has(id));
  const at = startedAt.steady;
  const verdict = judgeVanished(before.doubt, { unasked, of: known.length, has: (id) => items.has(id), at, spacingMs });
  const news = before.startedAt === null ? [] : [...items].filter(([id, item]) => item !== before.items.get(id)).map(([id]) => id);
  return {
    collection: { items, startedAt, later, leaving: new Set([...before.leaving].filter((id) => items.has(id))), doubt: verdict.doubt },
    changed: [...new Set([...news, ...gone.filter((id) => before.leaving.has(id)), ...verdict.believed])],
  };
}

/** Items of the last listing that reads by id did not find: they count as vanished with those that the next listing lacks. */
const foundGone = <I extends Item>({ later }: Collection<I>): readonly number[] =>
  [...later].filter(([, row]) => row.item === null && row.wasHeld).map(([id]) => id);

/** A row that a listing has taken into account: that it is gone counts once. */
const judged = <I>(row: LaterRow<I>): LaterRow<I> => ({ ...row, wasHeld: row.item !== null });

/** The item as it was, where nothing about it changed: so that what is the same is the same object. */
const keepSame = <I>(before: I | undefined, now: I): I => (before !== undefined && isSame(before, now) ? before : now);

/** Takes in a row that was read by id. @param item null: there is none  @param at when the read began */
export function takeRow<I extends Item>(before: Collection<I>, id: number, item: I | null, at: Moment): Step<I> {
  const known = before.later.get(id);
  if (known !== undefined && known.at.steady > at.steady) return { collection: before, changed: [] };
  const held = before.items.get(id);
  const row = item === null ? null : keepSame(held, item);
  const wasHeld = held !== undefined || known?.wasHeld === true;
  const later = new Map([...before.later, [id, { item: row, at, wasHeld }]]);
  if (row === (held ?? null)) return { collection: { ...before, later }, changed: [] };
  const items = new Map(before.items);
  if (row === null) items.delete(id);
  else items.set(id, row);
  return { collection: { ...before, items, later }, changed: before.startedAt === null ? [] : [id] };
}

/** Notes that our own DELETE of an item was answered with success. */
export const noteDeleted = <I extends Item>(before: Collection<I>, id: number): Collection<I> => ({
  ...before,
  leaving: new Set([...before.leaving, id]),
});
