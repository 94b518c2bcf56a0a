import type { ItemId } from '../../model/item-id.ts';
/** A doubt about a listing from which unusually many items vanished. */
export interface Doubt {
  readonly ids: ReadonlySet<ItemId>;
  /** Number of later listings that confirm it, and the start of the last one that counts. */
  readonly confirmations: number;
  readonly countedAt: number;
}

/** The items that a listing lacks since the previous one. */
export interface Vanished {
  /** Ids that vanished without a DELETE of the operator. */
  readonly unasked: readonly ItemId[];
  /** The number of items before. */
  readonly of: number;
  readonly has: (id: ItemId) => boolean;
  /** Start of the listing, by the steady clock. */
  readonly at: number;
  readonly spacingMs: number;
}

const MANY = 5;
const MANY_OF = 0.2;
const CONFIRMATIONS = 2;

/** Decides whether to trust an absence. More than five items and more than a fifth of a collection
 *  at once are doubted: the account may be shown in part. The doubt ends when all but a few are
 *  back, or when two more complete listings, spaced, lack the same items. Items that the operator
 *  deleted do not count. Source of the numbers: the engine's rules, "Absence". */
export function judgeVanished(
  doubt: Doubt | null,
  seen: Vanished,
): { readonly doubt: Doubt | null; readonly believed: readonly ItemId[] } {
  const { unasked, of, has, at, spacingMs } = seen;
  const still = [...(doubt?.ids ?? [])].filter((id) => !has(id));
  if (unasked.length > MANY && unasked.length > MANY_OF * of) {
    return {
      doubt: { ids: new Set([...still, ...unasked]), confirmations: 0, countedAt: at },
      believed: [],
    };
  }
  if (doubt === null || still.length <= MANY)
    return { doubt: null, believed: [...still, ...unasked] };
  const counts = at >= doubt.countedAt + spacingMs;
  const confirmations = doubt.confirmations + (counts ? 1 : 0);
  if (confirmations >= CONFIRMATIONS) return { doubt: null, believed: [...still, ...unasked] };
  return {
    doubt: { ids: new Set(still), confirmations, countedAt: counts ? at : doubt.countedAt },
    believed: unasked,
  };
}
