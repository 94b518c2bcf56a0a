import type { Outcome } from '../../model/outcome.ts';
import { itemsNamed, targetsOf } from '../desire/raw-ids.ts';
import { lagMs } from '../environment.ts';
import type { Located } from '../pass.ts';
import { itemClaim, makingClaims } from './claims.ts';

/** The wait for an item that the spec names by its id and no object holds, while a create of its kind is out for another namespace: the item may be what
 *  that create makes. Null where there is none. A create counts until a listing surely shows what it made. Asked before each write, so that an object at rest
 *  waits for nothing. */
export function unbornNow(pass: Located): Outcome | null {
  if (pass.deleting) return null;
  const found = itemsNamed(targetsOf(pass.subject.kind), pass.desired.spec).find(({ names, id }) => isUnborn(pass, names, id));
  if (found === undefined) return null;
  const what = `the end of creates for another namespace, which may be of item ${found.id} in spec.${found.path}`;
  return { type: 'waiting', for: what, recheckMs: 5_000, reason: 'Waiting' };
}

function isUnborn({ env, subject, account }: Located, kind: string, id: number): boolean {
  const { uid, namespace } = subject.object.metadata;
  const item = itemClaim(account.caller.account, kind, id);
  if (env.claims.holds(uid, item) || env.claims.otherThan(uid, item) !== null) return false;
  const oldest = account.now() - lagMs(env.settings);
  return env.claims
    .others(uid, makingClaims(account.caller.account, kind))
    .some(([thing, holder]) => holder.namespace !== namespace && Number(thing.split('|').at(-1)) > oldest);
}
