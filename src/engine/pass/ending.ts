import { type Failure, MEANING } from '../../model/failure.ts';
import type { Outcome } from '../../model/outcome.ts';

/** The result of a pass for the loop. */
export interface Ending {
  /** Identifies the kind of ending, to count equal endings in a row. */
  readonly name: string;
  /** True if nothing is left to do. */
  readonly settled: boolean;
  /** True if the operator does nothing to the item until a user or the item itself changes
   *  something. */
  readonly resting: boolean;
  /** True if the object is released: no status is left to write. */
  readonly gone: boolean;
  /** True if the item is about to change, so that the next pass must read it from the service. */
  readonly moving: boolean;
  readonly failure: Failure | null;
  /** True if the ending only reports a condition outside the object, which an idle object need not
   *  repeat at once. */
  readonly outside: boolean;
}

const RESTING: readonly Outcome['type'][] = ['settled', 'drifted', 'refused', 'held'];
const ITEM_MOVES: readonly Failure['code'][] = ['Busy', 'Guarded', 'NotYet'];
const CREDENTIAL: readonly Failure['code'][] = ['Unauthenticated', 'Denied'];

/** Combines the outcomes of all chains of a plan: the reported one and the others. The plan rests
 *  only when all of its chains rest. */
export function endingOfAll(reported: Outcome, others: readonly Outcome[] = []): Ending {
  const all = [reported, ...others].map(endingOf);
  return {
    ...endingOf(reported),
    settled: all.every(({ settled }) => settled),
    resting: all.every(({ resting }) => resting),
    moving: all.some(({ moving }) => moving),
    outside: all.every(({ outside }) => outside),
  };
}

/** Derives the ending from an outcome. */
export function endingOf(outcome: Outcome): Ending {
  const failure = outcome.type === 'failed' ? outcome.failure : null;
  const code = failure?.code;
  return {
    name: code ?? outcome.type,
    settled: outcome.type === 'settled',
    resting: RESTING.includes(outcome.type),
    gone: outcome.type === 'gone',
    moving:
      outcome.type === 'settled' ||
      outcome.type === 'acted' ||
      (outcome.type === 'waiting' && outcome.reason === 'Waiting') ||
      (code !== undefined && ITEM_MOVES.includes(code)),
    failure,
    outside: code !== undefined && (MEANING[code].passing || CREDENTIAL.includes(code)),
  };
}
