import type { ItemId } from '../../model/item-id.ts';
import type { Item } from '../../model/kind.ts';
import type { Outcome } from '../../model/outcome.ts';
import { asRecord } from '../../model/parse.ts';
import { markOf, marksIn, uidOf } from '../../model/tags.ts';
import { itemsNamed, type Target, targetsOf } from '../desire/raw-ids.ts';
import type { Located, Pass } from '../pass/pass.ts';
import type { KubeObject } from '../ports/cluster.ts';
import { type Claimant, itemClaim, partClaim } from '../term/claims.ts';
import type { Identity } from './identity.ts';

/** Isolation between namespaces that share a token: an object may use items of its own namespace,
 *  and items that no object holds. */

const ELSEWHERE = 'an object of another namespace';
const isForeign = ({ subject }: Pass, other: Claimant): boolean =>
  other.namespace !== subject.name.namespace;

/** Names another object for users of this object's namespace, without details of other
 *  namespaces. */
export const calledBy = (pass: Pass, other: Claimant): string =>
  isForeign(pass, other) ? ELSEWHERE : other.title;

/** Names the owner of a foreign mark. */
export function ownerIn(pass: Pass, mark: string): string {
  const owner = pass.env.claims.claimantOf(uidOf(mark));
  return owner === null || isForeign(pass, owner)
    ? `another object or cluster (${mark})`
    : owner.title;
}

/** Returns the other object that holds an item of a kind, or a part of an item; null when there is
 *  none. The holder of the item itself precedes the holder of a whole that it is a part of, such as
 *  the cluster of a node. */
export function holderOf(
  { env: { claims }, subject, account }: Located,
  kind: string,
  id: ItemId,
): Claimant | null {
  const { uid } = subject.object.metadata;
  const item = itemClaim(account.caller.account, kind, id);
  if (claims.holds(uid, item)) return null;
  return (
    claims.otherThan(uid, item) ??
    claims.otherThan(uid, partClaim(account.caller.account, kind, id))
  );
}

/** Returns the name of the holder. */
export function holderTitle(pass: Located, id: ItemId): string | null {
  const holder = holderOf(pass, pass.subject.name.kind, id);
  return holder === null ? null : calledBy(pass, holder);
}

/** Returns the outcome for an item that another object holds. An import from another namespace is
 *  refused. */
export function heldBy(
  pass: Located,
  holder: Claimant,
  id: ItemId,
): Extract<Outcome, { readonly type: 'conflict' | 'refused' }> {
  if (isForeign(pass, holder) && pass.subject.common.import !== undefined) return heldElsewhere(id);
  return { type: 'conflict', detail: `item ${id} belongs to ${calledBy(pass, holder)}` };
}

const heldElsewhere = (id: ItemId): Extract<Outcome, { readonly type: 'refused' }> => ({
  type: 'refused',
  field: 'spec.import',
  detail: `item ${id} belongs to ${ELSEWHERE}; import an item that no object of another namespace manages`,
});

/** Returns the outcome that prevents an import, whatever mark it may replace: an object of another
 *  namespace holds the item, or the item carries its mark. */
export function fencedIn(
  pass: Located,
  identity: Identity<Item>,
  items: ReadonlyMap<ItemId, Item>,
): Outcome | null {
  if (
    pass.subject.common.import === undefined ||
    (identity.type !== 'ours' && identity.type !== 'conflict')
  )
    return null;
  const { id, tags = [] } = (identity.type === 'ours'
    ? identity.item
    : items.get(identity.id ?? 0)) ?? { id: 0 };
  if (tags.includes(markOf(pass.subject.object.metadata.uid))) return null;
  const holder = holderOf(pass, pass.subject.name.kind, id);
  const owners = marksIn(tags).map((mark) => pass.env.claims.claimantOf(uidOf(mark)));
  const isHeld = [holder, ...owners].some((owner) => owner !== null && isForeign(pass, owner));
  return isHeld || marksIn(tags).some((mark) => isMarkElsewhere(pass, mark))
    ? heldElsewhere(id)
    : null;
}

/** Returns the refusal for an item of another namespace that a pass must not touch; null where
 *  there is none. Checked at the start of a pass and before each write: an item may be claimed
 *  meanwhile. References of a deleted object to other items no longer count. */
export const foreignNow = (pass: Located): Outcome | null =>
  pass.deleting ? null : foreignItem(pass, targetsOf(pass.subject.kind));

/** Returns the refusal for the first item that the resolved spec names by id and an object of
 *  another namespace holds; null where there is none. */
export function foreignItem(pass: Located, targets: readonly Target[]): Outcome | null {
  const foreign = itemsNamed(targets, pass.desired.spec).find(({ names, id }) => {
    const holder = holderOf(pass, names, id);
    return holder !== null && isForeign(pass, holder);
  });
  if (foreign === undefined) return null;
  const detail = `item ${foreign.id} belongs to ${ELSEWHERE}; name an item that no object of another namespace manages`;
  return { type: 'refused', field: `spec.${foreign.path}`, detail };
}

/** Reports whether a mark belongs to an existing object of another namespace: it is never replaced,
 *  whatever the spec names. */
export const isMarkElsewhere = ({ env, subject }: Pass, mark: string): boolean =>
  env.cluster
    .all(subject.name.kind)
    .some(
      (object) =>
        object.metadata.uid === uidOf(mark) &&
        object.metadata.namespace !== subject.name.namespace &&
        !isOnlooker(object),
    );

/** Reports whether an object only observes an item, which may belong to another object. */
const isOnlooker = ({ spec }: KubeObject): boolean =>
  asRecord(asRecord(spec)['policy'])['mode'] === 'Observe';
