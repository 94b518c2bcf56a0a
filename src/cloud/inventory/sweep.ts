import type { Cause } from '../../engine/ports/cloud.ts';
import type { Item } from '../../model/kind.ts';
import type { Session } from '../http/session.ts';
import type { CachedList, Surroundings } from './cached-list.ts';
import type { Inventory } from './inventory.ts';
import { list } from './listing.ts';

/** Cause of reads that no caller requested. */
export const SWEEP: Cause = { class: 'sweep', namespace: '' };

const MINUTE_MS = 60_000;
const SHORTEST_PAUSE_MS = 100;
/** Interval of the check for a usable token. */
const IDLE_PAUSE_MS = 5_000;

/** Returns the interval between two sweeps of a collection: as configured, or longer where all
 *  pages would exceed the budget of sweeps.
 *  @param pages of all collections in use, together */
export const sweepPeriodMs = (pollMs: number, pages: number, sweepsPerMinute: number): number =>
  Math.max(pollMs, Math.ceil((pages / sweepsPerMinute) * MINUTE_MS));

export interface SweeperParts {
  readonly around: Surroundings;
  readonly inventory: Inventory;
  /** Returns the session for the sweep; null while no token works. */
  readonly session: () => Session | null;
  /** A collection without a request in this time is dropped. */
  readonly keptMs: number;
  /** Reports an exception in a sweep, which is a bug. The sweep is retried. */
  readonly broken: (error: unknown) => void;
}

/** Renews the listing of each collection in use when it is a period old, whichever caller read it.
 *  A failed sweep changes nothing. */
export interface Sweeper {
  /** Checks for due listings now: a cached list is new, or an event hurried it. */
  wake(): void;
  close(): void;
}

export function createSweeper(parts: SweeperParts): Sweeper {
  let cancel = (): void => undefined;
  let isClosed = false;
  const turn = (): void => {
    cancel();
    if (isClosed) return;
    sweepDue(parts);
    cancel = parts.around.time.after(pauseMs(parts), turn);
  };
  return {
    wake: turn,
    close: () => {
      isClosed = true;
      cancel();
    },
  };
}

function dueAt(cached: CachedList<Item>, periodMs: number): number {
  if (cached.isHurried) return 0;
  return (cached.triedAt ?? cached.askedAt) + periodMs;
}

function sweepDue({ around, inventory, session, keptMs, broken }: SweeperParts): void {
  const now = around.time.elapsed();
  for (const cached of inventory.idleSince(now - keptMs)) inventory.drop(cached);
  const asker = session();
  if (asker === null) return;
  const periodMs = around.sweepMs();
  for (const cached of inventory.cachedLists()) {
    if (cached.flight !== null || dueAt(cached, periodMs) > now) continue;
    list(around, cached, { session: asker, since: Number.POSITIVE_INFINITY, cause: SWEEP }).catch(
      broken,
    );
  }
}

function pauseMs({ around, inventory, session }: SweeperParts): number {
  const now = around.time.elapsed();
  const periodMs = around.sweepMs();
  if (session() === null) return Math.min(IDLE_PAUSE_MS, periodMs);
  const next = Math.min(
    ...inventory
      .cachedLists()
      .filter((cached) => cached.flight === null)
      .map((cached) => dueAt(cached, periodMs)),
  );
  return Math.min(Math.max(next - now, SHORTEST_PAUSE_MS), periodMs);
}
