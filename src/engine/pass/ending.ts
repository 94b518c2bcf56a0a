import { type Failure, MEANING } from '../../model/failure.ts';
import type { Outcome } from '../../model/outcome.ts';

/** What the loop needs to know of how a pass ended. */
export interface Ending {
  /** Counts passes in a row that ended alike. */
  readonly name: string;
  /** Nothing was left to do. */
  readonly settled: boolean;
  /** Nothing will be done to the item before a person or the item itself changes something. */
  readonly resting: boolean;
  /** The object is let go: there is no status to write any more. */
  readonly gone: boolean;
  /** The item itself is about to change, so that the next pass has to read it afresh. */
  readonly moving: boolean;
  readonly failure: Failure | null;
  /** Whether the ending says something of the outside only, which an object at rest need not repeat
   *  at once. */
  readonly outside: boolean;
}

const RESTING: readonly Outcome['type'][] = ['settled', 'drifted', 'refused', 'held'];
const ITEM_MOVES: readonly Failure['code'][] = ['Busy', 'Guarded', 'NotYet'];
const CREDENTIAL: readonly Failure['code'][] = ['Unauthenticated', 'Denied'];

/** Reads how the chains of a plan ended: the one that is told, and the others. What rests, rests in
 *  all of them. */
export function endingOfAll(told: Outcome, others: readonly Outcome[] = []): Ending {
  const all = [told, ...others].map(endingOf);
  return {
    ...endingOf(told),
    settled: all.every(({ settled }) => settled),
    resting: all.every(({ resting }) => resting),
    moving: all.some(({ moving }) => moving),
    outside: all.every(({ outside }) => outside),
  };
}

/** Reads an outcome for the loop. */
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
