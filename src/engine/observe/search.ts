import type { Intent } from '../../model/intent.ts';
import type { Item } from '../../model/kind.ts';
import type { Outcome } from '../../model/outcome.ts';
import { markOf } from '../../model/tags.ts';
import { openIntent } from '../desire/desire.ts';
import { isFruit, ownIntentOf } from '../pass/intent.ts';
import type { Located } from '../pass/pass.ts';
import { lookOut } from '../pass/wake-on-change.ts';
import type { Listing } from '../ports/cloud.ts';
import { itemClaim } from '../term/claims.ts';
import { sentElsewhere } from './abandoned-create.ts';
import { seesFruit } from './absence.ts';
import { adoptionBy } from './adoption-record.ts';
import { madeElsewhere, placeOf } from './former-parent.ts';
import { claimMarked, holdItem, intentClaims, isManaging, keyClaimOf, makerOf } from './holding.ts';
import { type Identity, identify, type Trace } from './identity.ts';
import { calledBy, fencedIn, heldBy, holderTitle, ownerIn } from './isolation.ts';
import { resolving, sinceOf, waitedOut } from './lost-create.ts';
import { unheldBeside } from './name-conflict.ts';
import { maybePart } from './parts.ts';
import { found, type Sight, unclear, withoutCollection } from './sight.ts';
import { lookOutFor } from './wake-rules.ts';

/** Identities that prove a lost create without a result. */
const SETTLED: ReadonlySet<string> = new Set(['free', 'nothing']);

/** Searches for the object's item, or a conflicting one, in a sufficiently new listing. */
export async function seek(pass: Located): Promise<Sight> {
  const { subject, account, env } = pass;
  const abroad = sentElsewhere(pass);
  if (abroad !== null) return unclear(abroad);
  const intent = openIntent(pass);
  const former = intent === null ? null : placeOf(pass, intent);
  if (former !== null) return seekFormer(pass, former);
  const listing = await account.list(pass.items, sinceOf(pass, intent), pass.cause);
  if (!listing.ok) return withoutCollection(pass, listing.failure);
  if (env.turns.isOver()) await env.turns.rest();
  const identity = identifyIn(pass, intent, listing.value);
  lookOutFor(pass, identity, intent !== null);
  const claims = claimsOn(pass, intent, identity);
  env.claims.keepOnly(subject.object.metadata.uid, claims);
  const doubt =
    intent !== null && SETTLED.has(identity.type)
      ? await seesFruit(pass, intent, listing.value.endedAt)
      : null;
  if (doubt !== null) return unclear(doubt);
  if (identity.type === 'free') return nothingYet(pass, listing.value);
  const fence = fencedIn(pass, identity, listing.value.items) ?? importedPart(pass, identity);
  if (fence !== null) return unclear(fence);
  if (identity.type !== 'ours') return unclear(outcomeOf(pass, identity, intent));
  const holder = holdItem(pass, identity.item.id, claims);
  return holder === null
    ? seen(pass, identity.item, identity.by)
    : unclear(heldBy(pass, holder, identity.item.id));
}

/** Identifies the item of the object in a listing. */
const identifyIn = (pass: Located, intent: Intent | null, listing: Listing<Item>): Identity<Item> =>
  identify({
    mark: markOf(pass.subject.object.metadata.uid),
    key: pass.subject.kind.key(pass.desired),
    keyOf: pass.subject.kind.keyOf,
    import: pass.subject.common.import,
    intent,
    requestTimeoutMs: pass.env.settings.requestTimeoutMs,
    ...rowsOf(pass, listing),
    waitedOut: intent !== null && waitedOut(pass, intent, listing),
    deleting: pass.deleting,
    claimant: (id) => holderTitle(pass, id) ?? makerTitle(pass, listing.items.get(id)),
    ownerOf: (mark) => ownerIn(pass, mark),
  });

/** Returns the claims of the object while it searches: on its name, on its item, and on the results
 *  of an unanswered create. */
function claimsOn(
  pass: Located,
  intent: Intent | null,
  identity: Identity<Item>,
): readonly string[] {
  const { account, subject } = pass;
  const { kind } = subject.name;
  const ours =
    identity.type === 'ours' ? [itemClaim(account.caller.account, kind, identity.item.id)] : [];
  return [
    ...(isManaging(pass) ? [keyClaimOf(pass), ...ours] : []),
    ...(intent === null ? [] : intentClaims(intent, subject.kind)),
  ];
}

/** Returns the outcome of a search that found no item of the object, and does not permit a
 *  create. */
function outcomeOf(
  pass: Located,
  identity: Exclude<Identity<Item>, { readonly type: 'ours' | 'free' }>,
  intent: Intent | null,
): Outcome {
  switch (identity.type) {
    case 'conflict':
      return { type: 'conflict', detail: identity.detail };
    case 'nothing':
      return { type: 'refused', field: 'spec.import', detail: identity.detail };
    case 'unreadable':
      return { type: 'failed', failure: { code: 'Unreadable', detail: identity.detail } };
    case 'unresolved':
      return resolving(pass, intent?.at ?? 0);
  }
}

/** Waits for an imported item that may be a part of an item in another namespace. */
const importedPart = (pass: Located, identity: Identity<Item>): Outcome | null =>
  identity.type === 'ours' && identity.by === 'import'
    ? maybePart(pass, pass.subject.name.kind, identity.item)
    : null;

/** Returns a listing with the indexes of its rows. */
const rowsOf = (pass: Located, listing: Listing<Item>) => {
  const { env, subject } = pass;
  const tagged = (tag: string): readonly Item[] => env.rowIndex.find(listing, tagsOf, tag);
  claimMarked(pass, tagged(markOf(subject.object.metadata.uid)));
  return {
    listing,
    tagged,
    keyed: (key: string) => env.rowIndex.find(listing, subject.kind.keyOf, key),
  };
};
const tagsOf = ({ tags = [] }: Item): readonly string[] => tags;

/** Names the other object whose create may have made an item; null where there is none. */
function makerTitle(pass: Located, item: Item | undefined): string | null {
  const maker = makerOf(pass, item);
  return maker === null ? null : calledBy(pass, maker);
}

/** Builds the sight of an item, and marks it as imported where the object's create did not make it:
 *  the operator does not delete an item that it did not create unless asked. */
async function seen(pass: Located, item: Item, by: Trace): Promise<Sight> {
  const { subject, copy, env } = pass;
  const intent = subject.common.import === undefined ? null : ownIntentOf(copy.object);
  const isOwn =
    intent === null ||
    isFruit(intent, item, markOf(subject.object.metadata.uid), env.settings.requestTimeoutMs);
  const sight = await found(pass, item, adoptionBy(pass, isOwn ? by : 'import'));
  return isOwn || sight.type !== 'found' ? sight : { ...sight, adopted: true };
}

/** Returns the sight where no item has this key: one may be created, unless the spec may refer to
 *  an existing one. */
function nothingYet(pass: Located, listing: Listing<Item>): Sight {
  const beside = unheldBeside(pass, listing);
  if (beside === null) return { type: 'free', siblings: [...listing.items.values()] };
  lookOut(pass, null);
  return unclear(beside);
}

/** Searches the former collection of a lost create first, where the spec now leads to another
 *  one. */
async function seekFormer(pass: Located, former: Located): Promise<Sight> {
  const sight = await seek(former);
  if (sight.type === 'unclear') return sight;
  if (sight.type === 'found') return unclear(madeElsewhere(pass, former, sight.observed.item));
  pass.memory.closedIntentAt = openIntent(pass)?.at ?? 0;
  return seek(pass);
}
