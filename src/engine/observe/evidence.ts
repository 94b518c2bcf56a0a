import type { ImportSpec } from '../../model/import-spec.ts';
import type { Intent } from '../../model/intent.ts';
import type { ItemId } from '../../model/item-id.ts';
import type { Item } from '../../model/kind.ts';
import type { Listing } from '../ports/cloud.ts';

/** The evidence that identifies an item without a recorded id. */
export interface Evidence<I extends Item> {
  readonly mark: string;
  readonly key: string;
  readonly keyOf: (item: I) => string;
  readonly import: ImportSpec | undefined;
  /** An intent without a definitive answer; null when there is none. */
  readonly intent: Intent | null;
  readonly requestTimeoutMs: number;
  readonly listing: Pick<Listing<I>, 'items' | 'unread'>;
  /** Items of the listing with this tag or this natural key. */
  readonly tagged: (tag: string) => readonly I[];
  readonly keyed: (key: string) => readonly I[];
  /** True if two complete listings that are surely newer than a lost create show its possible
   *  results. */
  readonly waitedOut: boolean;
  /** True while the object is being deleted: only proven items count then, and none is adopted. */
  readonly deleting: boolean;
  /** Returns the other object that holds an item; null when there is none. */
  readonly claimant: (id: ItemId) => string | null;
  /** Returns a name for the owner of a foreign mark. */
  readonly ownerOf: (mark: string) => string;
}
