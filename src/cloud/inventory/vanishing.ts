/** So much vanished at once that it is not believed yet. */
export interface Doubt {
  readonly ids: ReadonlySet<number>;
  /** Listings that showed the same since, and when the last of them that counts began. */
  readonly confirmations: number;
  readonly countedAt: number;
}

/** What a listing lacks that the one before had. */
export interface Vanished {
  /** Ids that are gone without a DELETE of ours. */
  readonly unasked: readonly number[];
  /** How many items there were before. */
  readonly of: number;
  readonly has: (id: number) => boolean;
  /** When the listing began, by the steady clock. */
  readonly at: number;
  readonly spacingMs: number;
}

const MANY = 5;
const MANY_OF = 0.2;
const CONFIRMATIONS = 2;

/** Decides whether to believe that items are gone. More than five and more than a fifth of a
 *  collection at once are doubted: the account may be shown in part. The doubt ends when all but a
 *  few are back, or when two more complete listings, spaced, lack the same items. Items that our
 *  own DELETE removed are never counted. Source of the numbers: the engine's rules, "Absence". */
export function judgeVanished(
  doubt: Doubt | null,
  seen: Vanished,
): { readonly doubt: Doubt | null; readonly believed: readonly number[] } {
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
