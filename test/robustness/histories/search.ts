import fc from 'fast-check';
import { type History, histories, told } from './deed.ts';
import { live } from './live.ts';

export interface Search {
  readonly runs: number;
  readonly seed: number;
  /** After this long no further history is begun. */
  readonly withinMs: number;
}

/** What a search came to. `failure`: the shortest history that was found to go wrong, and how;
 *  null: none. */
export interface Found {
  readonly runs: number;
  readonly failure: { readonly history: History; readonly text: string } | null;
}

/** Lives through random histories; where one goes wrong, looks for a shorter one that does. */
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

/** What happened, why that is wrong, and how to see it again. */
const storyOf = (history: History, why: string): string =>
  [told(history), why, `npm run histories -- --replay '${JSON.stringify(history)}'`].join('\n');
