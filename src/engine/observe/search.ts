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
import { graceMs, lagMs } from '../term/environment.ts';
import { sentElsewhere } from './abandoned-create.ts';
import { seesFruit } from './absence.ts';
import { adoptionBy } from './adoption.ts';
import { madeElsewhere, placeOf } from './former-parent.ts';
import { dated, showsWhatWasMade } from './freshness.ts';
import { claimMarked, holdItem, intentClaims, isManaging, keyClaimOf, makerOf } from './holding.ts';
import { type Identity, identify, type Trace } from './identity.ts';
import { calledBy, fencedIn, heldBy, holderTitle, ownerIn } from './isolation.ts';
import { unheldBeside } from './name-conflict.ts';
import { maybePart } from './parts.ts';
import { found, type Sight, unclear, withoutCollection } from './sight.ts';
import { lookOutFor } from './wake-rules.ts';

/** A listing may be this much older than the search: many searches share one listing. */
const FRESH_MS = 2_000;

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
  const identity = identify({
    mark: markOf(subject.object.metadata.uid),
    key: subject.kind.key(pass.desired),
    keyOf: subject.kind.keyOf,
    import: subject.common.import,
    intent,
    requestTimeoutMs: env.settings.requestTimeoutMs,
    ...rowsOf(pass, listing.value),
    waitedOut: intent !== null && waitedOut(pass, intent, listing.value),
    deleting: pass.deleting,
    claimant: (id) => holderTitle(pass, id) ?? makerTitle(pass, listing.value.items.get(id)),
    ownerOf: (mark) => ownerIn(pass, mark),
  });
  lookOutFor(pass, identity, intent !== null);
  const sent = intent === null ? [] : intentClaims(intent, subject.name.kind);
  const ours =
    identity.type === 'ours'
      ? [itemClaim(account.caller.account, subject.name.kind, identity.item.id)]
      : [];
  const asked = isManaging(pass) ? [keyClaimOf(pass), ...ours] : [];
  env.claims.keepOnly(subject.object.metadata.uid, [...asked, ...sent]);
  const doubt =
    intent !== null && SETTLED.has(identity.type)
      ? await seesFruit(pass, intent, listing.value.endedAt)
      : null;
  if (doubt !== null) return unclear(doubt);
  if (identity.type === 'free') return nothingYet(pass, listing.value);
  const fence = fencedIn(pass, identity, listing.value.items) ?? importedPart(pass, identity);
  if (fence !== null) return unclear(fence);
  if (identity.type === 'conflict') return unclear({ type: 'conflict', detail: identity.detail });
  if (identity.type === 'nothing')
    return unclear({ type: 'refused', field: 'spec.import', detail: identity.detail });
  if (identity.type === 'unreadable')
    return unclear({ type: 'failed', failure: { code: 'Unreadable', detail: identity.detail } });
  if (identity.type === 'unresolved') return unclear(resolving(pass, intent?.at ?? 0));
  const holder = holdItem(pass, identity.item.id, [...asked, ...sent]);
  return holder === null
    ? seen(pass, identity.item, identity.by)
    : unclear(heldBy(pass, holder, identity.item.id));
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

/** Returns the earliest start of a listing for the search. The result of a create is searched for
 *  at once; where only time or a newer row can prove that there is none, the shared listings of
 *  sweeps suffice. */
function sinceOf({ memory, env, account }: Located, intent: Intent | null): number {
  if (intent === null) return Math.max(memory.hintedAt, memory.startedAt - FRESH_MS);
  const isPatient =
    memory.quietListings.length === 0 &&
    account.now() > intent.at + graceMs(env.settings) + SHARED_MS;
  return env.clock.now() - (isPatient ? SHARED_MS : 0);
}

/** Interval of the search for a lost create without a result. */
const SHARED_MS = 30_000;

/** Requeues at the end of the grace period of the lost create, then for a newer row, and soon once
 *  more after the first listing with proof. */
function resolving({ env, account, memory }: Located, intentAt: number): Outcome {
  const untilMs = intentAt + lagMs(env.settings) + 1;
  const graceLeftMs = intentAt + graceMs(env.settings) + 1 - account.now();
  const nextMs = graceLeftMs > 0 ? graceLeftMs : untilMs - account.now();
  const recheckMs =
    memory.quietListings.length > 0 || nextMs <= 0 ? 5_000 : Math.min(nextMs, SHARED_MS);
  const what = `a listing that is certainly newer than the create whose answer was lost, until ${dated(untilMs)} at the latest`;
  return { type: 'waiting', for: what, recheckMs, reason: 'ResolvingCreate' };
}

/** Counts the listings that are newer than a lost create; two of them without its result prove that
 *  there is none. */
function waitedOut(pass: Located, intent: Intent, listing: Listing<Item>): boolean {
  const { quietListings } = pass.memory;
  if (!showsWhatWasMade(pass, intent.at, listing)) return false;
  if (!quietListings.includes(listing.begunElapsed)) quietListings.push(listing.begunElapsed);
  return quietListings.length >= 2;
}
