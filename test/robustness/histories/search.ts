import fc from 'fast-check';
import { type History, histories, told } from './deed.ts';
import { live } from './live.ts';

export interface Search {
  readonly runs: number;
  readonly seed: number;
  /** Time after which no further history starts. */
  readonly withinMs: number;
}

/** The result of a search. `failure`: the shortest failing history found, and its breaches; null:
 *  none. */
export interface Found {
  readonly runs: number;
  readonly failure: { readonly history: History; readonly text: string } | null;
}

/** Runs random histories; shrinks a failing one. */
export async function search({ runs, seed, withinMs }: Search): Promise<Found> {
  const property = fc.asyncProperty(histories, async (history) => {
    const breaches = await live(history);
    if (breaches.length > 0) throw new Error(breaches.join('\n'));
  });
  const { failed, counterexample, errorInstance, numRuns } = await fc.check(property, {
    numRuns: runs,
    seed,
    interruptAfterTimeLimit: withinMs,
  });
  const [history] = counterexample ?? [];
  if (!failed || history === undefined) return { runs: numRuns, failure: null };
  const why = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
  return { runs: numRuns, failure: { history, text: storyOf(history, why) } };
}

/** Formats the history, its breaches, and the replay command. */
const storyOf = (history: History, why: string): string =>
  [told(history), why, `npm run histories -- --replay '${JSON.stringify(history)}'`].join('\n');
