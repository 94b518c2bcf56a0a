import type { ImportSpec } from '../../model/import-spec.ts';
import type { Intent } from '../../model/intent.ts';
import type { Item } from '../../model/kind.ts';
import type { Listing } from '../ports/cloud.ts';

/** What is known when no id is recorded: enough to say which item, if any, is this object's. */
export interface Evidence<I extends Item> {
  readonly mark: string;
  readonly key: string;
  readonly keyOf: (item: I) => string;
  readonly import: ImportSpec | undefined;
  /** An intent without a definitive answer; null when there is none. */
  readonly intent: Intent | null;
  readonly requestTimeoutMs: number;
  readonly listing: Pick<Listing<I>, 'items' | 'unread'>;
  /** The items of the listing with this tag, and those with this natural key. */
  readonly tagged: (tag: string) => readonly I[];
  readonly keyed: (key: string) => readonly I[];
  /** Whether two complete listings that are surely newer than a lost create show what it could have
   *  left. */
  readonly waitedOut: boolean;
  /** True while the object is being deleted: then only what is surely ours counts, and nothing is
   *  taken over any more. */
  readonly deleting: boolean;
  /** The other object that holds an item; null when none does. */
  readonly claimant: (id: number) => string | null;
  /** A name for the owner of a foreign mark. */
  readonly ownerOf: (mark: string) => string;
}
