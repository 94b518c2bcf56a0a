import type { ItemId } from './item-id.ts';
import type { Read } from './request.ts';

/** The place of the items of a kind in the account. D: the desired state; R: the kind's own last
 *  status; I: an item of any kind. */
export interface Placement<D, R, I> {
  /** Path of the collection that contains the item: `/volumes`. */
  readonly collection: (desired: D) => string;
  /** Path of the listing, where it is not that of the collection: an id may contain a slash. */
  readonly listedAt?: string;
  /** Conditions on the rows of the collection, by field, where it shows items of other accounts
   *  too: only rows that meet them are listed. */
  readonly filter?: Readonly<Record<string, unknown>>;
  /** The parent item of the collection: when it is gone, its rows are gone too. */
  readonly parent?: (desired: D) => {
    readonly items: Read<I>;
    readonly id: ItemId;
    readonly deletionAction?: string;
  };
  /** Set where an item may have another parent than that of the spec: the field that names the
   *  parent, the parent's id in the last status, and the desired state within another parent. */
  readonly formerParent?: {
    readonly field: string;
    readonly idIn: (recorded: R) => number | null;
    readonly within: (desired: D, parentId: number) => D;
  };
}
