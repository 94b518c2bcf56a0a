import type { Intent } from '../../model/intent.ts';
import type { ItemId } from '../../model/item-id.ts';
import type { AnyKind, Desired, Item } from '../../model/kind.ts';
import type { HeldPart } from '../../model/ref.ts';
import { idsAt } from '../desire/raw-ids.ts';
import type { Located } from '../pass/pass.ts';
import { policyOf } from '../pass/policy.ts';
import {
  type Claimant,
  fruitClaim,
  itemClaim,
  keyClaim,
  makingClaim,
  partClaim,
} from '../term/claims.ts';

/** Returns the object of a pass as a claimant. */
export const claimantOf = (pass: Located): Claimant => ({
  uid: pass.subject.object.metadata.uid,
  title: pass.subject.title,
  namespace: pass.subject.name.namespace,
});

/** Returns the claim on the natural key of the object. */
export const keyClaimOf = ({ account, items, subject, desired }: Located): string =>
  keyClaim(account.caller.account, items.path, subject.kind.key(desired));

/** Returns the claims of an object with an unanswered create: on the natural key, on the create
 *  itself, and on its possible result where no mark identifies it. The key counts within the
 *  collection, whatever the path of the create: a copy and an upload have paths of their own.
 *  @param kind of the object */
export const intentClaims = (
  {
    account,
    path,
    key,
    marked,
    uid,
    at,
  }: Pick<Intent, 'account' | 'path' | 'key' | 'marked' | 'uid' | 'at'>,
  kind: AnyKind,
): readonly string[] => {
  const place = kind.parent === undefined ? kind.collection(NOTHING) : path;
  return [
    keyClaim(account, place, key),
    makingClaim(account, kind.kind, uid, at),
    ...(marked ? [] : [fruitClaim(account, place, key)]),
  ];
};

/** A collection without a parent is the same for every spec. */
const NOTHING: Desired<unknown> = { spec: {}, name: '', mark: null, secrets: {} };

/** Returns the other object whose create may have made an item that no object holds; null where
 *  there is none. */
export const makerOf = (pass: Located, item: Item | undefined): Claimant | null =>
  item === undefined
    ? null
    : pass.env.claims.otherThan(
        pass.subject.object.metadata.uid,
        fruitClaim(pass.account.caller.account, pass.items.path, pass.subject.kind.keyOf(item)),
      );

/** Reports whether the object itself manages its item. A plan examines such an object in Preview,
 *  and its claim still counts: of two objects that request one item, the first gets it. */
export const isManaging = ({ subject }: Located): boolean => policyOf(subject).mode === 'Manage';

/** Returns the claims on the parts of an object's item, from its status. */
export const partClaimsOf = (
  { kind, recorded }: { readonly kind: AnyKind; readonly recorded: unknown },
  account: string,
): readonly string[] =>
  (kind.holds ?? []).flatMap(({ path, as, having }: HeldPart) =>
    idsAt(recorded, path, having).map(({ id }) => partClaim(account, as, id)),
  );

/** Claims the items with the mark of the object, against objects of other namespaces that hold them
 *  by their status alone.
 *  @param marked the items with the mark */
export function claimMarked(pass: Located, marked: readonly Item[]): void {
  const { env, subject, account } = pass;
  const { uid, namespace } = subject.object.metadata;
  if (!isManaging(pass)) return;
  for (const { id } of marked) {
    const claim = itemClaim(account.caller.account, subject.name.kind, id);
    const holder = env.claims.otherThan(uid, claim);
    if (holder !== null && holder.namespace !== namespace)
      env.claims.prove(claim, claimantOf(pass));
  }
}

/** Claims an item for an object that manages it, and keeps only the given claims beside it. An
 *  object that observes or previews claims no item: it must not block the object that manages the
 *  item. @returns the other object that holds the item, or null */
export function holdItem(pass: Located, id: ItemId, beside: readonly string[]): Claimant | null {
  const { env, subject, account } = pass;
  const claim = itemClaim(account.caller.account, subject.name.kind, id);
  const { uid } = subject.object.metadata;
  if (!isManaging(pass)) {
    env.claims.keepOnly(uid, []);
    return env.claims.otherThan(uid, claim);
  }
  const holder = env.claims.take(claim, claimantOf(pass));
  if (holder !== null) return holder;
  const parts = partClaimsOf(subject, account.caller.account);
  for (const part of parts) env.claims.take(part, claimantOf(pass));
  env.claims.keepOnly(uid, [claim, ...beside, ...parts]);
  return null;
}
