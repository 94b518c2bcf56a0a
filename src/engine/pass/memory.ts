import type { Repeats } from './correction-backoff.ts';
import type { Ending } from './ending.ts';
import type { Accepted } from './in-flight.ts';
import { type KeptSecret, newKeptSecret } from './kept-secret.ts';
import type { Said } from './last-written.ts';
import type { Refused } from './refused.ts';

/** What one process remembers of an object between passes. Losing it costs a look or two, never
 *  correctness. */
export interface Memory {
  /** When we last sent something that may have changed the item. */
  wroteAt: number;
  /** Whether the item has to be read afresh: something was written, or is moving, since it was last
   *  at rest. */
  unsettled: boolean;
  /** An event named the item at this time: a listing begun before does not count. */
  hintedAt: number;
  /** How many such events there were. */
  hints: number;
  /** When the item was last seen, or there was none yet. One that is proven gone was not seen. */
  observedAt: number;
  /** When a pass last ended without a failure. */
  clearAt: number;
  /** Passes in a row with the same kind of ending that wants another look. */
  attempts: number;
  ending: string;
  /** When the item was made, by the service's clock, as far as this process saw it; 0 while it did
   *  not. */
  itemMadeAt: number;
  /** When the details were last read, and of which record. */
  detailsAt: number;
  itemPrint: string;
  /** How many requests the details of this object cost. */
  detailReads: number;
  /** The time of an intent whose create had a definitive answer: nothing to resolve. */
  closedIntentAt: number;
  /** An annotation that looks like an intent and was told of. */
  strangeIntent: string | null;
  /** Starts of the listings that showed no fruit of an intent, since its grace ended. */
  quietListings: number[];
  /** When the object was first seen to be deleted, by the steady clock; 0 while it was not. */
  endingSince: number;
  /** The object was held and deleted, and its status was empty: another writer emptied it, and
   *  there may be an item. */
  statusLost: boolean;
  /** When our own DELETE of the item was answered with success, by the steady clock; 0 while none
   *  was. */
  deletedAt: number;
  /** Fields that were found changed outside by the last pass that looked. */
  drifting: readonly string[];
  /** Corrections that were made lately, by step. */
  readonly repeats: Repeats;
  /** Requests that must not be sent twice, by key: when this process sent them, and for which
   *  generation of the object. */
  readonly sentOnce: Map<string, { readonly at: number; readonly generation: number | undefined }>;
  /** Actions whose effect may still be on its way. */
  readonly accepted: Accepted;
  /** Steps that were done under a consent, as `hash step`: the status may not tell it yet. */
  readonly spent: Set<string>;
  /** Since when calls are refused that depend on other items, by step (milliseconds). */
  readonly refusals: Map<string, number>;
  /** Calls that the service refused lately. */
  readonly refused: Refused;
  /** Since when the object is being brought to what it asks for; 0 while it is at rest. For the
   *  metrics. */
  startedAt: number;
  /** The status as this process wrote it last; null while it is not known. */
  said: Said | null;
  /** Since when another operator has the object, by the steady clock; 0 while none has. */
  otherSince: number;
  /** When passes were asked for because a Secret changed lately, by the steady clock. */
  secretsReadAt: readonly number[];
  /** The Secret that is kept current for the item. */
  readonly keptSecret: KeptSecret;
  /** When the status was put back lately, by the steady clock: a writer that never stops must not
   *  be answered without end. */
  restoredAt: readonly number[];
}

/** A new memory. @param now milliseconds; an object counts as just seen, so that an outage at start
 *  is not told of all at once. */
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
  said: null,
  otherSince: 0,
  secretsReadAt: [],
  keptSecret: newKeptSecret(),
  restoredAt: [],
});

/** Notes that something was sent: from now on the item is read afresh until it is at rest. */
export function noteWrite(memory: Memory, now: number): void {
  memory.wroteAt = now;
  memory.unsettled = true;
  memory.detailsAt = 0;
}

/** Notes that an event names the item: what was read in this moment may be older than the event. */
export function noteHint(memory: Memory, now: number): void {
  memory.hintedAt = now + 1;
  memory.hints += 1;
}

/** Notes which fields differ from what was applied; undefined: nobody looked. @returns those that
 *  did not before */
export function noteDrift(
  memory: Memory,
  drifting: readonly string[] | undefined,
): readonly string[] {
  const found = (drifting ?? []).filter((field) => !memory.drifting.includes(field));
  memory.drifting = drifting ?? memory.drifting;
  return found;
}

/** What a pass saw and did to the item. */
export interface Look {
  /** The item was seen, and is usable. */
  readonly ready: boolean;
  /** Something was sent. */
  readonly acted: boolean;
}

/** Notes how a pass ended. The item counts as at rest once a pass saw a usable one and sent
 *  nothing, and no later pass will by itself.
 *  @returns how long it took until nothing was left to do (milliseconds), where this pass got
 *  there; else null */
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
