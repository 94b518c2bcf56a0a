import type { Failure } from '../../model/failure.ts';

/** A call that the service refused: the last time (milliseconds), the generation of the object, and
 *  the failure. */
interface Refusal {
  readonly at: number;
  readonly generation: number | undefined;
  readonly failure: Failure;
  /** True if another item has the name that the step requests. */
  readonly isTaken?: boolean;
}

/** Recently refused calls of one object by step name; `since`: the first refusal of each in a
 *  row. */
export type Refused = Map<string, Refusal & { readonly since: number }>;

/** Number of refused calls that each pass retries. An object with more of them would spend the
 *  budget of its account. */
const FREE = 10;
const REST_MS = 10 * 60_000;
/** A step that has been refused for this long pauses as long again, up to the longest pause: the
 *  service repeats the same answer. A taken name pauses ten minutes at most, because no event of
 *  this item reports that the name is free. */
const PATIENCE_MS = 15 * 60_000;
const LONGEST_REST_MS = 30 * 60_000;

/** Returns the refusal of a step that is not sent now: the service refused it recently, and either
 *  many others of the object too, or this one for long. Null: it may be sent.
 *  @param look the current time, and the time of the last event of the item */
export function refusedLately(
  refused: Refused,
  step: string,
  look: { readonly now: number; readonly hintedAt: number },
): Failure | null {
  const last = refused.get(step);
  if (last === undefined || (look.hintedAt > last.at && refused.size <= FREE)) return null;
  return look.now < last.at + restMs(refused, last) ? last.failure : null;
}

function restMs(refused: Refused, last: Refusal & { readonly since: number }): number {
  const { at, since, isTaken = false } = last;
  const longest = isTaken ? REST_MS : LONGEST_REST_MS;
  const lasted = at - since < PATIENCE_MS ? 0 : Math.min(at - since, longest);
  return Math.max(lasted, refused.size > FREE ? REST_MS : 0);
}

/** Records the answer of the service to a step. @param refusal null: it was not refused */
export function noteRefused(refused: Refused, step: string, refusal: Refusal | null): void {
  if (refusal === null) refused.delete(step);
  else refused.set(step, { ...refusal, since: refused.get(step)?.since ?? refusal.at });
}

/** Drops refusals of another generation, and of steps that the plan no longer contains. */
export function forgetRefused(
  refused: Refused,
  generation: number | undefined,
  planned: readonly string[],
): void {
  const open = new Set(planned);
  for (const [step, last] of refused)
    if (last.generation !== generation || !open.has(step)) refused.delete(step);
}
