import type { Failure } from '../../model/failure.ts';
import type { Item, Observed } from '../../model/kind.ts';
import type { Outcome } from '../../model/outcome.ts';
import { openIntent } from '../desire/desire.ts';
import { graceMs } from '../environment.ts';
import type { Located } from '../pass.ts';
import type { Listing } from '../ports/cloud.ts';
import { proveAbsence, seesFruit, stillYoung } from './absence.ts';
import { itemClaim, keyClaim } from './claims.ts';
import { lookCloser } from './details.ts';
import { heldBy, holdItem, isManaging, keyClaimOf } from './holding.ts';
import { identify } from './identity.ts';

/** What can be said of the item: it is there; it was there and is proven gone; there is none; or nothing can be said yet, and why. */
export type Sight =
  | { readonly type: 'found'; readonly observed: Observed<Item, unknown> }
  | { readonly type: 'absent' }
  | { readonly type: 'free'; readonly siblings: readonly Item[] }
  | { readonly type: 'unclear'; readonly outcome: Outcome };

/** Looks at the item: the recorded id first, then whatever evidence there is. Absence is concluded only when it is proven. */
export async function observe(pass: Located): Promise<Sight> {
  const { status } = pass.subject;
  const sight = status.id === undefined ? await seek(pass) : await revisit(pass, status.id);
  if (sight.type !== 'unclear') pass.memory.observedAt = pass.env.clock.now();
  return sight;
}

async function revisit(pass: Located, id: number): Promise<Sight> {
  const { subject, memory, account } = pass;
  const recorded = subject.status.account;
  if (recorded !== undefined && recorded !== account.caller.account) return unclear({ type: 'refused', ...otherAccount(recorded) });
  const holder = holdItem(pass, id, [keyClaimOf(pass)]);
  if (holder !== null) return unclear(heldBy(holder, id));
  if (!memory.unsettled && memory.hintedAt === 0) {
    const listing = await account.list(pass.items, 0, pass.cause);
    if (!listing.ok) return withoutCollection(pass, listing.failure);
    const row = listing.value.items.get(id);
    if (row !== undefined) return found(pass, row);
  }
  const since = memory.unsettled ? Math.max(pass.env.clock.now(), memory.wroteAt + 1) : memory.hintedAt;
  const item = await account.item(pass.items, id, since, pass.cause);
  if (item.ok) return found(pass, item.value);
  if (item.failure.code !== 'NotFound') return unclear({ type: 'failed', failure: item.failure });
  const young = stillYoung(pass, id);
  if (young !== null) return unclear(young);
  const doubt = await proveAbsence(pass, pass.items, id);
  return doubt?.type === 'failed' ? withoutCollection(pass, doubt.failure) : sightOf(doubt);
}

/** No listing, no item: a collection is gone where the item that holds it is proven gone. */
async function withoutCollection(pass: Located, failure: Failure): Promise<Sight> {
  const parent = pass.subject.kind.parent?.(pass.desired);
  if (failure.code !== 'NotFound' || parent === undefined) return unclear({ type: 'failed', failure });
  return sightOf(await proveAbsence(pass, parent.items, parent.id));
}

const sightOf = (outcome: Outcome | null): Sight => (outcome === null ? { type: 'absent' } : unclear(outcome));

/** A listing may be this much older than the wish for an item: many wishes at once cost one listing, not one each. */
const FRESH_MS = 2_000;

/** What says of a lost create that it left nothing. */
const SETTLED: ReadonlySet<string> = new Set(['free', 'nothing']);

/** Looks for an item of ours, or in the way of ours, in a listing about as new as the wish for it. */
async function seek(pass: Located): Promise<Sight> {
  const { subject, account, env, memory } = pass;
  const intent = openIntent(pass);
  const since = intent === null ? Math.max(memory.hintedAt, memory.startedAt - FRESH_MS) : env.clock.now();
  const listing = await account.list(pass.items, since, pass.cause);
  if (!listing.ok) return withoutCollection(pass, listing.failure);
  const scope = account.caller.account;
  const identity = identify({
    mark: `k8s:${subject.object.metadata.uid}`,
    key: subject.kind.key(pass.desired),
    keyOf: subject.kind.keyOf,
    import: subject.common.import,
    intent,
    requestTimeoutMs: env.settings.requestTimeoutMs,
    listing: listing.value,
    waitedOut: intent !== null && waitedOut(pass, intent.at, listing.value),
    deleting: pass.deleting,
    claimant: (id) => env.claims.otherThan(subject.object.metadata.uid, itemClaim(scope, subject.name.kind, id))?.title ?? null,
    ownerOf: (mark) => env.claims.titleOf(mark.slice('k8s:'.length)) ?? `another object or cluster (${mark})`,
  });
  const sent = intent === null ? [] : [keyClaim(scope, pass.items.path, intent.key)];
  const ours = identity.type === 'ours' ? [itemClaim(scope, subject.name.kind, identity.item.id)] : [];
  const asked = isManaging(pass) ? [keyClaimOf(pass), ...ours] : [];
  env.claims.keepOnly(subject.object.metadata.uid, [...asked, ...sent]);
  const doubt = intent !== null && SETTLED.has(identity.type) ? await seesFruit(pass, intent, listing.value.endedAt) : null;
  if (doubt !== null) return unclear(doubt);
  if (identity.type === 'free') return { type: 'free', siblings: [...listing.value.items.values()] };
  if (identity.type === 'conflict') return unclear({ type: 'conflict', detail: identity.detail });
  if (identity.type === 'nothing') return unclear({ type: 'refused', field: 'spec.import', detail: identity.detail });
  if (identity.type === 'unreadable') return unclear({ type: 'failed', failure: { code: 'Unreadable', detail: identity.detail } });
  if (identity.type === 'unresolved') return unclear(resolving(pass, identity.for, intent?.at ?? 0));
  const holder = holdItem(pass, identity.item.id, [...asked, ...sent]);
  return holder === null ? found(pass, identity.item) : unclear(heldBy(holder, identity.item.id));
}

/** Looks again as soon as the grace of the lost create has ended, and then soon once more. */
function resolving({ env }: Located, what: string, intentAt: number): Outcome {
  const graceLeftMs = intentAt + graceMs(env.settings) + 1 - env.clock.now();
  const recheckMs = graceLeftMs > 0 ? Math.min(graceLeftMs, 30_000) : 5_000;
  return { type: 'waiting', for: what, recheckMs, reason: 'ResolvingCreate' };
}

/** Counts the complete listings begun after the grace of a lost create; two that show nothing settle it. */
function waitedOut(pass: Located, intentAt: number, listing: Listing<Item>): boolean {
  const { memory, env } = pass;
  if (!listing.trusted || listing.startedAt <= intentAt + graceMs(env.settings)) return false;
  if (!memory.quietListings.includes(listing.startedAt)) memory.quietListings.push(listing.startedAt);
  return memory.quietListings.filter((startedAt) => startedAt > intentAt + graceMs(env.settings)).length >= 2;
}

/** The item was seen, whether its details can be read or not. */
async function found(pass: Located, item: Item): Promise<Sight> {
  pass.memory.observedAt = pass.env.clock.now();
  const details = await lookCloser(pass, item);
  return details.ok ? { type: 'found', observed: { item, details: details.value } } : unclear({ type: 'failed', failure: details.failure });
}

const unclear = (outcome: Outcome): Sight => ({ type: 'unclear', outcome });

const otherAccount = (recorded: string) => ({
  field: 'spec.credentialsRef',
  detail: `the item belongs to account ${recorded}, and this credential is of another one; use a credential of that account`,
});
