import type { Item } from '../../model/kind.ts';
import type { Outcome } from '../../model/outcome.ts';
import { ownIntentOf } from '../pass/intent.ts';
import type { Located } from '../pass/pass.ts';
import type { Listing } from '../ports/cloud.ts';
import { keyClaim } from '../term/claims.ts';
import { holderOf } from './isolation.ts';

/** Returns the conflict of a new object with items of the same name that no object holds: a
 *  restored manifest with another value refers to one of them. Null where there is none, and where
 *  the spec requires a new item. */
export function unheldBeside(pass: Located, listing: Listing<Item>): Outcome | null {
  const { subject, copy } = pass;
  const isNew = ownIntentOf(copy.object) === null && subject.status.applied === undefined;
  if (!isNew || pass.deleting || subject.common.import?.orCreate === true) return null;
  const beside = sharingName(pass, listing).filter((item) => !isHeld(pass, item));
  if (beside.length === 0) return null;
  const ids = beside.map(({ id }) => id).join(' and ');
  const detail =
    `no object manages item ${ids} of the same name and type; to adopt it, name its id in spec.import; ` +
    'to create another one, set spec.import to {by: Name, orCreate: true}';
  return { type: 'conflict', detail };
}

function sharingName({ env, subject, desired }: Located, listing: Listing<Item>): readonly Item[] {
  const { shares } = subject.kind;
  if (shares === undefined) return [];
  const names = new Set<string>(shares.namesOf(desired));
  return [...names]
    .flatMap((name) => env.rowIndex.find(listing, shares.storedName, name))
    .filter((item) => shares.name(desired, item));
}

/** Checks the claim on the id, or on the key while the object that created the item does not know
 *  the id. */
const isHeld = (pass: Located, item: Item): boolean =>
  holderOf(pass, pass.subject.name.kind, item.id) !== null ||
  pass.env.claims.otherThan(
    pass.subject.object.metadata.uid,
    keyClaim(pass.account.caller.account, pass.items.path, pass.subject.kind.keyOf(item)),
  ) !== null;
