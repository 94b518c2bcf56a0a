import type { Repeats } from './correction-backoff.ts';
import type { Ending } from './ending.ts';
import type { Accepted } from './in-flight.ts';
import { type KeptSecret, newKeptSecret } from './kept-secret.ts';
import type { WrittenStatus } from './last-written.ts';
import type { Refused } from './refused.ts';

/** The state that one process keeps of an object between passes. Losing it costs a few reads, never
 *  correctness. */
export interface Memory {
  /** Time of the last request that may have changed the item. */
  wroteAt: number;
  /** True if the item must be read from the service: a write or a change occurred since it was last
   *  idle. */
  unsettled: boolean;
  /** Time of the last event that named the item: a listing begun before does not count. */
  hintedAt: number;
  /** Number of such events. */
  hints: number;
  /** Time of the last read that found the item, or that there was none yet. A proven loss does not
   *  count. */
  observedAt: number;
  /** Time of the last pass without a failure. */
  clearAt: number;
  /** Passes in a row with the same ending, for the backoff. */
  attempts: number;
  ending: string;
  /** Creation time of the item by the service's clock, as seen by this process; 0 otherwise. */
  itemMadeAt: number;
  /** Time of the last read of the details, and the fingerprint of the item that they belong to. */
  detailsAt: number;
  itemPrint: string;
  /** Number of requests that the details of this object take. */
  detailReads: number;
  /** Time of an intent whose create had a definitive answer: it needs no resolution. */
  closedIntentAt: number;
  /** An annotation that resembles an intent and was reported. */
  strangeIntent: string | null;
  /** Starts of the listings without a result of the intent, since its grace period ended. */
  quietListings: number[];
  /** Time at which the deletion of the object was first seen, by the steady clock; 0: not
   *  deleted. */
  endingSince: number;
  /** True if a held object was deleted with an empty status: another writer emptied it, and an item
   *  may exist. */
  statusLost: boolean;
  /** Time of the successful answer to the operator's DELETE, by the steady clock; 0: none. */
  deletedAt: number;
  /** Fields with drift in the last pass that compared them. */
  drifting: readonly string[];
  /** Recent corrections by step. */
  readonly repeats: Repeats;
  /** Requests that must not be sent twice, by key, with the time at which this process sent them
   *  and a hash of the request of the object. */
  readonly sentOnce: Map<string, { readonly at: number; readonly asked: string }>;
  /** Actions whose effect may not show yet. */
  readonly accepted: Accepted;
  /** Steps done under a consent, as `hash step`: the status may not show them yet. */
  readonly spent: Set<string>;
  /** Time since which calls that depend on other items are refused, by step (milliseconds). */
  readonly refusals: Map<string, number>;
  /** Calls that the service refused recently. */
  readonly refused: Refused;
  /** Start of the current work towards the spec; 0 while the object is idle. For the metrics. */
  startedAt: number;
  /** The status as this process last wrote it; null while unknown. */
  lastWritten: WrittenStatus | null;
  /** Time since which another operator holds the object, by the steady clock; 0: none. */
  otherSince: number;
  /** Times of recent passes that a changed Secret requested, by the steady clock. */
  secretsReadAt: readonly number[];
  /** Times of recent passes that a changed object requested, by the steady clock. */
  editsReadAt: readonly number[];
  /** Details that only the answer to the last create of this process contains. */
  shownOnce: Readonly<Record<string, unknown>>;
  /** The Secret that is kept current for the item. */
  readonly keptSecret: KeptSecret;
  /** Times of recent restores of the status, by the steady clock. They bound the answer to a writer
   *  that never stops. */
  restoredAt: readonly number[];
}

/** Creates a new memory. @param now milliseconds; an object counts as just seen, so that an outage
 *  at start is not reported for all objects at once */
export const newMemory = (now: number): Memory => ({
  wroteAt: 0,
  unsettled: false,
  hintedAt: 0,
  hints: 0,
  observedAt: now,
  clearAt: now,
  attempts: 0,
  ending: '',
  itemMadeAt: 0,
  detailsAt: 0,
  itemPrint: '',
  detailReads: 0,
  closedIntentAt: 0,
  strangeIntent: null,
  quietListings: [],
  endingSince: 0,
  statusLost: false,
  deletedAt: 0,
  drifting: [],
  repeats: new Map(),
  sentOnce: new Map(),
  accepted: new Map(),
  spent: new Set(),
  refusals: new Map(),
  refused: new Map(),
  startedAt: now,
  lastWritten: null,
  otherSince: 0,
  secretsReadAt: [],
  editsReadAt: [],
  shownOnce: {},
  keptSecret: newKeptSecret(),
  restoredAt: [],
});

/** Records a request: until the object is idle, the item is read from the service. */
export function noteWrite(memory: Memory, now: number): void {
  memory.wroteAt = now;
  memory.unsettled = true;
  memory.detailsAt = 0;
}

/** Records an event that names the item: a read at the same moment may be older than the event. */
export function noteHint(memory: Memory, now: number): void {
  memory.hintedAt = now + 1;
  memory.hints += 1;
}

/** Records the fields with drift; undefined: not compared. @returns the fields without drift
 *  before */
export function noteDrift(
  memory: Memory,
  drifting: readonly string[] | undefined,
): readonly string[] {
  const found = (drifting ?? []).filter((field) => !memory.drifting.includes(field));
  memory.drifting = drifting ?? memory.drifting;
  return found;
}

/** The effects of a pass on the item. */
export interface Look {
  /** True if the pass read a usable item. */
  readonly ready: boolean;
  /** True if the pass sent a request. */
  readonly acted: boolean;
}

/** Records the ending of a pass. The item counts as idle once a pass saw a usable one, sent
 *  nothing, and leaves nothing for later passes.
 *  @returns the time until nothing was left to do (milliseconds), where this pass got there; else
 *  null */
export function remember(
  memory: Memory,
  ending: Ending,
  { ready, acted }: Look,
  now: number,
): number | null {
  memory.attempts = memory.ending === ending.name ? memory.attempts + 1 : 1;
  memory.ending = ending.name;
  if (ending.failure === null) memory.clearAt = now;
  if (ending.resting && ready && !acted)
    Object.assign(memory, { unsettled: false, hintedAt: 0 } satisfies Partial<Memory>);
  else if (ending.moving) memory.unsettled = true;
  if (ending.settled && ready) {
    const took = memory.startedAt === 0 ? null : now - memory.startedAt;
    memory.startedAt = 0;
    return took;
  }
  if (memory.startedAt === 0) memory.startedAt = now;
  return null;
}
