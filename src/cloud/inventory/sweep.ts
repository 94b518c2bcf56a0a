import type { Cause } from '../../engine/ports/cloud.ts';
import type { Item } from '../../model/kind.ts';
import type { Session } from '../http/session.ts';
import type { Inventory } from './inventory.ts';
import { list } from './listing.ts';
import type { Shelf, Surroundings } from './shelf.ts';

/** Nobody in particular asks. */
export const SWEEP: Cause = { class: 'sweep', namespace: '' };

const MINUTE_MS = 60_000;
const SHORTEST_PAUSE_MS = 100;
/** How often it is looked whether there is a token again. */
const IDLE_PAUSE_MS = 5_000;

/** The time between two sweeps of a collection: as configured, or longer where the pages of all of them would take more than sweeps may.
 *  @param pages of all collections in use, together */
export const sweepPeriodMs = (pollMs: number, pages: number, sweepsPerMinute: number): number =>
  Math.max(pollMs, Math.ceil((pages / sweepsPerMinute) * MINUTE_MS));

export interface SweeperParts {
  readonly around: Surroundings;
  readonly inventory: Inventory;
  /** Whose token the sweep uses; null while there is none that works. */
  readonly session: () => Session | null;
  /** A collection that nobody asked for in this time is dropped. */
  readonly keptMs: number;
  /** A sweep threw: a bug. It is tried again like any other. */
  readonly broken: (error: unknown) => void;
}

/** Lists each collection in use again when its listing is a period old, whoever read that one. A failed sweep changes nothing but the age. */
export interface Sweeper {
  /** Looks now whether something is due: a shelf is new, or was hurried. */
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

function dueAt(shelf: Shelf<Item>, periodMs: number): number {
  if (shelf.isHurried) return 0;
  return (shelf.triedAt ?? shelf.askedAt) + periodMs;
}

function sweepDue({ around, inventory, session, keptMs, broken }: SweeperParts): void {
  const now = around.time.elapsed();
  for (const shelf of inventory.idleSince(now - keptMs)) inventory.drop(shelf);
  const asker = session();
  if (asker === null) return;
  const periodMs = around.sweepMs();
  for (const shelf of inventory.shelves()) {
    if (shelf.flight !== null || dueAt(shelf, periodMs) > now) continue;
    list(around, shelf, { session: asker, since: Number.POSITIVE_INFINITY, cause: SWEEP }).catch(broken);
  }
}

function pauseMs({ around, inventory, session }: SweeperParts): number {
  const now = around.time.elapsed();
  const periodMs = around.sweepMs();
  if (session() === null) return Math.min(IDLE_PAUSE_MS, periodMs);
  const next = Math.min(
    ...inventory
      .shelves()
      .filter((shelf) => shelf.flight === null)
      .map((shelf) => dueAt(shelf, periodMs)),
  );
  return Math.min(Math.max(next - now, SHORTEST_PAUSE_MS), periodMs);
}
