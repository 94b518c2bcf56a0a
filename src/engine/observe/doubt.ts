import type { Item } from '../../model/kind.ts';
import type { Outcome } from '../../model/outcome.ts';
import { markOf } from '../../model/tags.ts';
import type { Located, Pass } from '../pass/pass.ts';
import { type Claimant, itemClaim, partClaim } from '../term/claims.ts';
import { claimantOf, isManaging, makerOf } from './holding.ts';
import { heldBy } from './isolation.ts';
import { maybePart } from './parts.ts';

/** A status can be forged, copied or restored. The id that it records counts once something else
 *  bears it out: the mark on the item, or that this process saw no other object with a right to
 *  it. */

/** Why an item is not written to: for good, or for now. */
type Doubt = Extract<Outcome, { readonly type: 'conflict' | 'refused' | 'waiting' }>;

/** What stands against an item that was found by the id in the status; null where nothing does, and
 *  the claim on it is proven from then on. */
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

const contested = (id: number): Doubt => ({
  type: 'conflict',
  detail:
    `the status of an object of another namespace records item ${id} too, and nothing tells whose it is; ` +
    'delete the object that it does not belong to, and the item stays',
});
