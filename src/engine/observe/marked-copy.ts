import { importedId } from '../../model/import-spec.ts';
import type { ItemId } from '../../model/item-id.ts';
import type { Item } from '../../model/kind.ts';
import type { Outcome } from '../../model/outcome.ts';
import type { Located } from '../pass/pass.ts';

/** Returns the outcome where an object's item vanished and another item carries its mark: a copy
 *  made outside has the tags of its source. It does not replace the item unless the spec names it.
 *  Null where there is none, and where the whole collection is gone with its parent. @param id the
 *  vanished item */
export async function copyInTheWay(pass: Located, id: ItemId): Promise<Outcome | null> {
  const { desired, subject, account, items, cause } = pass;
  const { mark } = desired;
  if (mark === null) return null;
  const listing = await account.list(items, 0, cause);
  if (!listing.ok && listing.failure.code === 'NotFound') return null;
  if (!listing.ok) return { type: 'failed', failure: listing.failure };
  const isCopy = (item: Item): boolean =>
    item.id !== id &&
    item.tags?.includes(mark) === true &&
    item.id !== importedId(subject.common.import);
  const copy = [...listing.value.items.values()].find(isCopy);
  if (copy === undefined) return null;
  const detail =
    `item ${id} vanished from the account, and item ${copy.id} carries its mark, like a copy of it; ` +
    `to adopt that item, name the id ${copy.id} in spec.import; to create the item again, remove the tag ${mark} from item ${copy.id}`;
  return { type: 'lost', detail };
}
