import { itemsOf } from '../../model/items.ts';
import type { Outcome } from '../../model/outcome.ts';
import { itemsNamed, targetsOf } from '../desire/raw-ids.ts';
import type { Located } from '../pass/pass.ts';
import { itemClaim, partClaim } from '../term/claims.ts';
import { isMadeElsewhere, maybePart, wholesOf } from './parts.ts';

/** Waits for an item that the spec names by id and no object holds, while it may be the result of a
 *  create for another namespace, or a part of an item in another namespace. Null where there is
 *  none. A create counts until a listing surely shows its result. Runs before each write, so that
 *  an idle object waits for nothing. */
export async function unbornNow(pass: Located): Promise<Outcome | null> {
  if (pass.deleting) return null;
  for (const { names, id, path } of itemsNamed(
    targetsOf(pass.subject.kind),
    pass.desired.spec,
  ).filter((one) => isUnheld(pass, one))) {
    const what = `the end of creates for another namespace, which can have created item ${id} of spec.${path}`;
    if (isMadeElsewhere(pass, names) || isDisputed(pass, names, id)) return waiting(what);
    const part = await partElsewhere(pass, names, id);
    if (part !== null) return part;
  }
  return null;
}

/** The claim of an object of the same namespace counts once it is proven: a status alone can be
 *  forged. */
function isUnheld(
  { env, subject, account }: Located,
  { names, id }: { readonly names: string; readonly id: number },
): boolean {
  const { uid, namespace } = subject.object.metadata;
  const claims = [
    itemClaim(account.caller.account, names, id),
    partClaim(account.caller.account, names, id),
  ];
  return claims.every((claim) => {
    const other = env.claims.otherThan(uid, claim);
    return (
      !env.claims.holds(uid, claim) &&
      (other === null || (other.namespace === namespace && !env.claims.isProven(claim)))
    );
  });
}

const isDisputed = ({ env, subject, account }: Located, kind: string, id: number): boolean =>
  env.claims.isDisputed(itemClaim(account.caller.account, kind, id), subject.object.metadata.uid);

/** Waits for an item of a kind that its collection lists, as above. An unlisted item may appear at
 *  any moment. */
async function partElsewhere(pass: Located, names: string, id: number): Promise<Outcome | null> {
  const kind = pass.env.kinds.find((one) => one.kind === names);
  if (kind === undefined || wholesOf(pass, names).length === 0) return null;
  const listing = await pass.account.list(itemsOf(kind, pass.desired), 0, pass.cause);
  const item = listing.ok ? listing.value.items.get(id) : undefined;
  return maybePart(
    pass,
    names,
    item ?? { id, created: new Date(pass.account.now()).toISOString() },
  );
}

const waiting = (what: string): Outcome => ({
  type: 'waiting',
  for: what,
  recheckMs: 5_000,
  reason: 'Waiting',
});
