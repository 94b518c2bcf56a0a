import type { Caller, CloudChange } from '../engine/ports/cloud.ts';
import type { Turns } from '../engine/ports/turns.ts';
import type { Budget } from './budget/budget.ts';
import { type Catalogue, createCatalogue } from './catalogue.ts';
import type { Session } from './http/session.ts';
import type { Surroundings } from './inventory/cached-list.ts';
import type { Deletion, Named } from './inventory/events.ts';
import { createHints, mayReadFeed } from './inventory/hints.ts';
import { createInventory, type Inventory } from './inventory/inventory.ts';
import { createSweeper, sweepPeriodMs } from './inventory/sweep.ts';
import type { Time } from './time.ts';

/** A token with access to a view. Times are of the steady clock. */
export interface Member {
  readonly session: Session;
  readonly budget: Budget;
  openedAt: number;
  /** Time at which the service last rejected the token; null once it accepts it. */
  refusedAt: number | null;
}

/** The items that one user sees in one account with certain scopes, shared by all tokens with the
 *  same permissions. Polls for changes. */
export interface View {
  readonly caller: Caller;
  readonly inventory: Inventory;
  readonly catalogue: Catalogue;
  /** Tokens that can poll; without one the view keeps its state, and stops polling. */
  readonly members: Set<Member>;
  /** Reports whether the account's events contain the deletion of an item. */
  wasDeleted(deletion: Deletion): boolean;
  /** Returns the current interval between two sweeps of a collection. */
  sweepMs(): number;
  close(): void;
}

export interface ViewSettings {
  readonly time: Time;
  readonly pollMs: number;
  readonly gatherMs: number;
  readonly turns: Turns;
  readonly keptMs: number;
  /** Reports whether this process is active: one that may not write does not poll either. */
  readonly fence: () => boolean;
  readonly tell: (change: CloudChange) => void;
  readonly broken: (error: unknown) => void;
}

const HINTS_PER_SWEEP = 6;
const SHORTEST_HINT_MS = 2_000;
/** A rejected token is retried after this time, if there is no other. */
const REFUSED_MS = 60_000;

export function createView(caller: Caller, settings: ViewSettings): View {
  const { time } = settings;
  const members = new Set<Member>();
  const deletions = new Set<string>();
  const sweepMs = (): number =>
    periodOf(bestOf(members, time.elapsed()), inventory, settings.pollMs, time.elapsed());
  const tell: Surroundings['tell'] = (change) =>
    settings.tell({ ...change, account: caller.account });
  const { gatherMs, turns, keptMs, broken } = settings;
  const around: Surroundings = { time, gatherMs, turns, sweepMs, tell };
  const inventory = createInventory(around);
  const session = (): Session | null =>
    settings.fence() ? (bestOf(members, time.elapsed())?.session ?? null) : null;
  const sweeper = createSweeper({ around, inventory, session, keptMs, broken });
  const hints = createHints({
    time,
    session: () =>
      inventory.cachedLists().length > 0 && mayReadFeed(caller.scopes) ? session() : null,
    periodMs: () => Math.max(SHORTEST_HINT_MS, sweepMs() / HINTS_PER_SWEEP),
    named: (named) => {
      spread(inventory, named, tell);
      sweeper.wake();
    },
    deleted: (deletion) => remember(deletions, wordsOf(deletion)),
    broken,
  });
  sweeper.wake();
  const close = (): void => {
    sweeper.close();
    hints.close();
    inventory.close();
  };
  return {
    caller,
    inventory,
    catalogue: createCatalogue(time),
    members,
    wasDeleted: (deletion) => deletions.has(wordsOf(deletion)),
    sweepMs,
    close,
  };
}

/** Returns the time between two sweeps; a small budget of the polling token makes it longer. */
function periodOf(
  member: Member | null,
  inventory: Inventory,
  pollMs: number,
  now: number,
): number {
  if (member === null) return pollMs;
  const pages = inventory.cachedLists().reduce((sum, { bookmark }) => sum + bookmark.pages, 0);
  return sweepPeriodMs(pollMs, pages, member.budget.sweepsPerMinute(now));
}

const MOST_DELETIONS = 10_000;
const wordsOf = ({ action, collection, id }: Deletion): string => `${action} ${collection}/${id}`;

/** Drops the oldest entry when there are too many. */
function remember(words: Set<string>, word: string): void {
  words.add(word);
  const [oldest] = words;
  if (words.size > MOST_DELETIONS && oldest !== undefined) words.delete(oldest);
}

/** Returns the token that polls: the most recent one that works, or one that may work again. */
function bestOf(members: ReadonlySet<Member>, now: number): Member | null {
  const usable = [...members].filter(
    ({ refusedAt }) => refusedAt === null || refusedAt + REFUSED_MS <= now,
  );
  const [best] = usable.toSorted(
    (a, b) =>
      Number(b.refusedAt === null) - Number(a.refusedAt === null) || b.openedAt - a.openedAt,
  );
  return best ?? null;
}

/** Notifies the owners of the items that events name, and hurries the listings below them. */
function spread(inventory: Inventory, named: readonly Named[], tell: Surroundings['tell']): void {
  for (const [collection, of] of Map.groupBy(named, (item) => item.collection)) {
    const ids = [...new Set(of.map(({ id }) => id))];
    for (const cached of inventory.cachedLists()) {
      if (ids.some((id) => cached.read.path.startsWith(`${collection}/${id}/`)))
        cached.isHurried = true;
    }
    if (inventory.cachedLists().some((cached) => cached.read.path === collection))
      tell({ collection, ids, hint: true });
  }
}
