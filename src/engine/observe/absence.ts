import type { Intent } from '../../model/intent.ts';
import type { ItemId } from '../../model/item-id.ts';
import type { Item } from '../../model/kind.ts';
import type { Outcome } from '../../model/outcome.ts';
import type { Read } from '../../model/request.ts';
import { intentOf } from '../pass/intent.ts';
import type { Located } from '../pass/pass.ts';
import type { Caller, Listing } from '../ports/cloud.ts';
import { lagMs } from '../term/environment.ts';
import { dated, showsWhatWasMade } from './freshness.ts';

/** Returns the key of `status.once` for a successful DELETE of an item by the operator. */
export const deletionKey = (id: ItemId): string => `deleted ${id}`;

/** Proves that an item is gone: null when it is, else the outcome that explains the doubt. A 404 by
 *  id is not enough: a complete, trusted listing begun after the last write has to lack the item
 *  too, and be surely newer than the item. A caller with a restricted view proves absence only by
 *  its own DELETE, or by an event about one. The identity of the caller has to be read after the
 *  listing: a user who became restricted receives 404 for existing items. */
export async function proveAbsence(
  pass: Located,
  items: Read<Item>,
  id: ItemId,
): Promise<Outcome | null> {
  const { account, memory, cause } = pass;
  const since = memory.wroteAt + 1;
  const row = await account.item(items, id, since, cause);
  if (row.ok)
    return waiting(
      `consistent answers of the service about item ${id}: the listing and the read by id differ`,
      'Waiting',
    );
  if (row.failure.code !== 'NotFound') return { type: 'failed', failure: row.failure };
  const listing = await account.list(items, since, cause);
  if (!listing.ok) return { type: 'failed', failure: listing.failure };
  if (listing.value.items.has(id) || listing.value.showed(id))
    return waiting(
      `consistent answers of the service about item ${id}: the listing and the read by id differ`,
      'Waiting',
    );
  if (!listing.value.trusted) return waiting('a listing without many vanished items', 'Waiting');
  const isDeletedByUs =
    memory.deletedAt > 0 || pass.subject.status.once?.[deletionKey(id)] !== undefined;
  if (isDeletedByUs || isOwnReport(pass, items, id)) return null;
  const young = stillYoung(pass, id, listing.value);
  if (young !== null) return young;
  return seesEverything(pass, listing.value.endedAt, `item ${id}`);
}

/** Checks that a listing which ended at this time shows the result of a lost create: null when it
 *  does, else the outcome that explains the doubt. */
export const seesFruit = (
  pass: Located,
  intent: Intent,
  listedAt: number,
): Promise<Outcome | null> =>
  seesEverything(pass, listedAt, `the result of the create of ${intent.key}`, intent.by);

/** Checks that the caller saw everything in a listing that ended at this time: null when it did,
 *  else the outcome that explains the doubt.
 *  @param maker the restricted user who created the item, and therefore sees it */
async function seesEverything(
  { account }: Located,
  listedAt: number,
  what: string,
  maker?: string,
): Promise<Outcome | null> {
  const caller = await account.identity(listedAt);
  if (!caller.ok) return { type: 'failed', failure: caller.failure };
  const { restricted, username } = caller.value;
  if (restricted && username !== maker)
    return waiting(
      `proof of ${what}, which is gone or hidden from the restricted user ${username}`,
      'HiddenOrGone',
    );
  if (sightOf(caller.value) === sightOf(account.caller)) return null;
  return {
    ...waiting('a read with the current permissions of the credential', 'Waiting'),
    recheckMs: 1_000,
  };
}

/** Returns the properties of a caller that determine its view of an account. */
const sightOf = ({ account, username, restricted, scopes }: Caller): string =>
  JSON.stringify([account, username, restricted, scopes]);

/** Reports whether the account's events contain the deletion of the item itself. */
function isOwnReport(
  { account, subject, desired, items: own }: Located,
  items: Read<Item>,
  id: ItemId,
): boolean {
  const parent = subject.kind.parent?.(desired);
  const action =
    items.path === own.path
      ? subject.kind.deletionAction
      : items.path === parent?.items.path
        ? parent.deletionAction
        : undefined;
  return action !== undefined && account.wasDeleted(action, items.path, id);
}

/** Returns the latest possible creation time of the item by the service's clock: the time of the
 *  object's last create, or the date of the observed item. The parent of the item is older. */
const madeAt = ({ account, memory, copy }: Located): number =>
  Math.max(memory.itemMadeAt, intentOf(copy.object, account.caller.account)?.at ?? 0);

/** Reports whether listings may still lack the item because it is new. */
export const isYoung = (pass: Located): boolean =>
  pass.account.now() <= madeAt(pass) + lagMs(pass.env.settings);

/** Waits for a listing that is surely newer than a young item: an older one proves nothing.
 *  @returns the wait; null where none is needed */
function stillYoung(pass: Located, id: ItemId, listing: Listing<Item>): Outcome | null {
  if (!isYoung(pass) || showsWhatWasMade(pass, madeAt(pass), listing)) return null;
  const until = dated(madeAt(pass) + lagMs(pass.env.settings));
  return waiting(
    `item ${id} to appear, or a listing that is certainly newer than the item, until ${until} at the latest`,
    'Waiting',
  );
}

const waiting = (
  what: string,
  reason: 'Waiting' | 'HiddenOrGone',
): Extract<Outcome, { readonly type: 'waiting' }> => ({
  type: 'waiting',
  for: what,
  recheckMs: 30_000,
  reason,
});
