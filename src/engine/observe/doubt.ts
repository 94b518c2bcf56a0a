import type { ItemId } from '../../model/item-id.ts';
import type { Item } from '../../model/kind.ts';
import type { Outcome } from '../../model/outcome.ts';
import { markOf } from '../../model/tags.ts';
import type { Located, Pass } from '../pass/pass.ts';
import { type Claimant, itemClaim, partClaim } from '../term/claims.ts';
import { claimantOf, isManaging, makerOf } from './holding.ts';
import { heldBy } from './isolation.ts';
import { maybePart } from './parts.ts';

/** A status may be forged, copied or restored. Its recorded id counts once other evidence confirms
 *  it: the mark on the item, or no other object with a claim in this process. */

/** The reason that an item is not written to, permanently or for now. */
type Doubt = Extract<Outcome, { readonly type: 'conflict' | 'refused' | 'waiting' }>;

/** Returns the doubt about an item found by the id in the status; null where there is none, and the
 *  claim on it is proven from then on. */
export function doubtOf(pass: Located, item: Item): Doubt | null {
  const { env, subject, account } = pass;
  const { uid } = subject.object.metadata;
  const { kind } = subject.name;
  const claim = itemClaim(account.caller.account, kind, item.id);
  if (
    item.tags?.includes(markOf(uid)) !== true &&
    !(env.claims.holds(uid, claim) && env.claims.isProven(claim))
  ) {
    const other =
      env.claims.otherThan(uid, claim) ??
      elsewhere(
        pass,
        env.claims.otherThan(uid, partClaim(account.caller.account, kind, item.id)),
      ) ??
      elsewhere(pass, makerOf(pass, item));
    if (other !== null) return heldBy(pass, other, item.id);
    if (env.claims.isDisputed(claim, uid)) return contested(item.id);
    const part = maybePart(pass, kind, item);
    if (part !== null) return part;
  }
  const holder = isManaging(pass) ? env.claims.prove(claim, claimantOf(pass)) : null;
  return holder === null ? null : heldBy(pass, holder, item.id);
}

const elsewhere = ({ subject }: Pass, other: Claimant | null): Claimant | null =>
  other === null || other.namespace === subject.name.namespace ? null : other;

const contested = (id: ItemId): Doubt => ({
  type: 'conflict',
  detail:
    `the status of an object of another namespace records item ${id} too, and no mark identifies the owner; ` +
    'delete the object that does not own it, which keeps the item',
});
