import type { Intent } from '../../model/intent.ts';
import type { Item } from '../../model/kind.ts';
import type { Outcome } from '../../model/outcome.ts';
import type { Located } from '../pass/pass.ts';
import type { Listing } from '../ports/cloud.ts';
import { graceMs, lagMs } from '../term/environment.ts';
import { dated, showsWhatWasMade } from './freshness.ts';

/** A listing may be this much older than the search: many searches share one listing. */
const FRESH_MS = 2_000;
/** Interval of the search for a lost create without a result. */
const SHARED_MS = 30_000;

/** Returns the earliest start of a listing for the search. The result of a create is searched for
 *  at once; where only time or a newer row can prove that there is none, the shared listings of
 *  sweeps suffice. */
export function sinceOf({ memory, env, account }: Located, intent: Intent | null): number {
  if (intent === null) return Math.max(memory.hintedAt, memory.startedAt - FRESH_MS);
  const isPatient =
    memory.quietListings.length === 0 &&
    account.now() > intent.at + graceMs(env.settings) + SHARED_MS;
  return env.clock.now() - (isPatient ? SHARED_MS : 0);
}

/** Requeues at the end of the grace period of the lost create, then for a newer row, and soon once
 *  more after the first listing with proof. */
export function resolving({ env, account, memory }: Located, intentAt: number): Outcome {
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
export function waitedOut(pass: Located, intent: Intent, listing: Listing<Item>): boolean {
  const { quietListings } = pass.memory;
  if (!showsWhatWasMade(pass, intent.at, listing)) return false;
  if (!quietListings.includes(listing.begunElapsed)) quietListings.push(listing.begunElapsed);
  return quietListings.length >= 2;
}
