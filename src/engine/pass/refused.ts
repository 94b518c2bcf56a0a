import type { Failure } from '../../model/failure.ts';

/** A call that the service refused: when (milliseconds), for which generation of the object, and
 *  how. */
interface Refusal {
  readonly at: number;
  readonly generation: number | undefined;
  readonly failure: Failure;
}

/** Calls of one object that the service refused lately, by the names of their steps. */
export type Refused = Map<string, Refusal>;

/** So many are tried again in each pass. An object with more of them would spend the budget of its
 *  account. */
const FREE = 10;
const REST_MS = 10 * 60_000;

/** The refusal of a step that is not sent now: the service refused it lately, and many others of
 *  the object. Null: it may be sent. */
export const refusedLately = (refused: Refused, step: string): Failure | null =>
  refused.size > FREE ? (refused.get(step)?.failure ?? null) : null;

/** Notes how the service answered a step. @param refusal null: it was not refused */
export function noteRefused(refused: Refused, step: string, refusal: Refusal | null): void {
  if (refusal === null) refused.delete(step);
  else refused.set(step, refusal);
}

/** Forgets refusals of another generation, and those after which the step may be sent again. */
export function forgetRefused(refused: Refused, generation: number | undefined, now: number): void {
  for (const [step, last] of refused)
    if (last.generation !== generation || last.at + REST_MS <= now) refused.delete(step);
}
