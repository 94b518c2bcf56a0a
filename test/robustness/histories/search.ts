import { inspect } from 'node:util';
import fc from 'fast-check';
import { histories } from './arbitrary-history.ts';
import { type History, summaryLine } from './deed.ts';
import { live } from './live.ts';

export interface Search {
  readonly runs: number;
  readonly seed: number;
  /** Time after which no further history starts. */
  readonly withinMs: number;
  /** Receives the progress of the search, one line at a time. */
  readonly tell?: (line: string) => void;
}

/** Runs a history. @returns its breaches */
type Live = (history: History) => Promise<readonly string[]>;

/** Interval of the progress lines, in histories. */
const EVERY = 10;

/** The result of a search. `failure`: the shortest failing history found, and its breaches; null:
 *  none. */
export interface Found {
  readonly runs: number;
  readonly failure: { readonly history: History; readonly text: string } | null;
}

/** Runs random histories; shrinks a failing one. */
export async function search(
  { runs, seed, withinMs, tell = () => undefined }: Search,
  lives: Live = live,
): Promise<Found> {
  const note = progress(runs, tell);
  const property = fc.asyncProperty(histories, async (history) => {
    const breaches = await lives(history).catch((error: unknown) => [inspect(error)]);
    note(breaches);
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

/** Reports every tenth history, the first failing one, and every tenth attempt to shrink it. */
function progress(
  runs: number,
  tell: (line: string) => void,
): (breaches: readonly string[]) => void {
  let [lived, shorter] = [0, 0];
  let isFound = false;
  return ([breach]) => {
    if (isFound) {
      shorter++;
      if (shorter % EVERY === 0) tell(`${shorter} shorter histories tried`);
      return;
    }
    lived++;
    isFound = breach !== undefined;
    if (isFound) tell(`history ${lived} goes wrong (${breach}): looking for a shorter one`);
    else if (lived % EVERY === 0) tell(`${lived} of ${runs} histories, nothing wrong`);
  };
}

/** Formats the history, its breaches, and the replay command. */
const storyOf = (history: History, why: string): string =>
  [summaryLine(history), why, `npm run histories -- --replay '${JSON.stringify(history)}'`].join(
    '\n',
  );
