import type { ItemId } from '../../model/item-id.ts';
import type { Located } from '../pass/pass.ts';
import { type Claimant, itemClaim } from '../term/claims.ts';
import { tellStrangeIntent } from './abandoned-create.ts';
import { proveAbsence } from './absence.ts';
import { clusterFence, holdersFence } from './fence.ts';
import { formerPlace, standsElsewhere } from './former-parent.ts';
import { holdItem, keyClaimOf } from './holding.ts';
import { heldBy } from './isolation.ts';
import { seek } from './search.ts';
import { foundAgain, type Sight, sightOf, unclear, withoutCollection } from './sight.ts';

/** Reads the item by its recorded id, or searches for it by other evidence. Reports it absent only
 *  with proof. */
export async function observe(pass: Located): Promise<Sight> {
  const { status } = pass.subject;
  tellStrangeIntent(pass);
  const sight = status.id === undefined ? await seek(pass) : await revisit(pass, status.id);
  if (sight.type !== 'unclear' && sight.type !== 'absent')
    pass.memory.observedAt = pass.env.clock.now();
  return sight;
}

async function revisit(pass: Located, id: ItemId): Promise<Sight> {
  const { subject, account } = pass;
  const recorded = subject.status.account;
  if (recorded !== undefined && recorded !== account.caller.account)
    return unclear({ type: 'refused', ...otherAccount(recorded) });
  const fence = clusterFence(pass, id);
  if (fence !== null) return { type: 'fenced', fence };
  const holder = holdItem(pass, id, [keyClaimOf(pass)]);
  const held = (other: Claimant): Sight =>
    pass.deleting
      ? { type: 'fenced', fence: holdersFence(pass, other, id) }
      : unclear(heldBy(pass, other, id));
  // A claim by status alone does not prevail over the mark on the item.
  const claim = itemClaim(account.caller.account, subject.name.kind, id);
  if (
    holder !== null &&
    (holder.namespace === subject.name.namespace || pass.env.claims.isProven(claim))
  )
    return held(holder);
  const former = formerPlace(pass);
  const sight = await lookAt(former ?? pass, id);
  if (former !== null && sight.type === 'found')
    return unclear(standsElsewhere(pass, former, sight.observed.item));
  return holder !== null && sight.type === 'absent' ? held(holder) : sight;
}

/** Reads an item with a known id in the collection of the pass. */
async function lookAt(pass: Located, id: ItemId): Promise<Sight> {
  const { memory, account, env } = pass;
  if (!memory.unsettled && memory.hintedAt === 0) {
    const listing = await account.list(pass.items, 0, pass.cause);
    if (!listing.ok) return withoutCollection(pass, listing.failure);
    if (env.turns.isOver()) await env.turns.rest();
    const row = listing.value.items.get(id);
    if (row !== undefined) return foundAgain(pass, row);
  }
  const since = memory.unsettled ? Math.max(env.clock.now(), memory.wroteAt + 1) : memory.hintedAt;
  const item = await account.item(pass.items, id, since, pass.cause);
  if (env.turns.isOver()) await env.turns.rest();
  if (item.ok) return foundAgain(pass, item.value);
  if (item.failure.code !== 'NotFound') return unclear({ type: 'failed', failure: item.failure });
  const doubt = await proveAbsence(pass, pass.items, id);
  return doubt?.type === 'failed' ? withoutCollection(pass, doubt.failure) : sightOf(doubt);
}

const otherAccount = (recorded: string) => ({
  field: 'spec.credentialsRef',
  detail: `the item belongs to account ${recorded}, and this credential to another account; use a credential of that account`,
});
