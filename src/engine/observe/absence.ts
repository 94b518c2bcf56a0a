import type { Item } from '../../model/kind.ts';
import type { Outcome } from '../../model/outcome.ts';
import type { Read } from '../../model/request.ts';
import type { Located } from '../pass.ts';

/** Under which key of `status.once` it is kept that our own DELETE of an item was answered with success. */
export const deletionKey = (id: number): string => `deleted ${id}`;

/** Whether an item is proven gone: null when it is, else what stands against it. A 404 by id is not enough: a complete, trusted listing begun after
 *  our last write has to lack the item too, and a caller that does not see everything proves nothing but by its own DELETE. */
export async function proveAbsence(pass: Located, items: Read<Item>, id: number): Promise<Outcome | null> {
  const { account, memory, cause } = pass;
  const since = memory.wroteAt + 1;
  const row = await account.item(items, id, since, cause);
  if (row.ok) return waiting(`the service to say the same of item ${id} twice`, 'Waiting');
  if (row.failure.code !== 'NotFound') return { type: 'failed', failure: row.failure };
  const listing = await account.list(items, since, cause);
  if (!listing.ok) return { type: 'failed', failure: listing.failure };
  if (listing.value.items.has(id)) return waiting(`the service to say the same of item ${id} twice`, 'Waiting');
  if (!listing.value.trusted) return waiting('a listing that does not lack many items at once', 'Waiting');
  const isDeletedByUs = memory.deleteAnswered || pass.subject.status.once?.[deletionKey(id)] !== undefined;
  if (account.caller.restricted && !isDeletedByUs) {
    return waiting(`sight of item ${id}, which is gone or hidden from the restricted user ${account.caller.username}`, 'HiddenOrGone');
  }
  return null;
}

const waiting = (what: string, reason: 'Waiting' | 'HiddenOrGone'): Outcome => ({ type: 'waiting', for: what, recheckMs: 30_000, reason });
