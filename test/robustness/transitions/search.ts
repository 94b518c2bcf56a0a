import fc from 'fast-check';
import { live } from './live.ts';
import { type Sequence, type Step, sequencesOf, summaryLine } from './sequence.ts';
import { CASTS, isWhole } from './universe.ts';

export interface Search {
  readonly runs: number;
  readonly seed: number;
  /** Selects casts by a part of their text. Absent: all. */
  readonly only?: string | undefined;
  /** Time after which no further sequence starts. Absent: unlimited. */
  readonly withinMs?: number;
  /** Called after each sequence without a breach. @param played number of sequences so far */
  readonly onPlayed?: (played: number) => void;
}

/** The result of a search. `failure`: the shortest failing sequence found, and its breaches; null:
 *  none. */
export interface Found {
  readonly runs: number;
  readonly failure: { readonly sequence: Sequence; readonly text: string } | null;
}

/** Runs random sequences; shrinks a failing one. */
export async function search({
  runs,
  seed,
  only = '',
  withinMs = Infinity,
  onPlayed = () => undefined,
}: Search): Promise<Found> {
  const casts = CASTS.filter((cast) => cast.join().includes(only));
  const end = Date.now() + withinMs;
  let count = 0;
  for (const sequence of fc.sample(sequencesOf(casts), { numRuns: runs, seed })) {
    if (Date.now() >= end) break;
    count++;
    const breaches = await played(sequence);
    if (breaches.length > 0) return { runs: count, failure: await shortest(sequence, breaches) };
    onPlayed(count);
  }
  return { runs: count, failure: null };
}

/** Runs a sequence. An exception is a breach too: the API server rejects a spec that the sequence
 *  counts as admitted. */
const played = (sequence: Sequence): Promise<readonly string[]> =>
  live(sequence).catch((error: unknown) => [String(error)]);

/** Returns all sequences that are one step or one edit shorter. */
const shorter = ({ cast, steps }: Sequence): readonly Sequence[] => [
  ...cast
    .map((gone) => ({
      cast: cast.filter((who) => who !== gone),
      steps: steps.map((step) => without(step, gone)),
    }))
    .filter((one) => one.cast.length > 0 && isWhole(one.cast)),
  ...steps.flatMap((_, i) => (i === 0 ? [] : [{ cast, steps: steps.toSpliced(i, 1) }])),
  ...steps.flatMap((step, i) =>
    step === 'undo'
      ? []
      : step.map((_, j) => ({ cast, steps: steps.with(i, step.toSpliced(j, 1)) })),
  ),
];

const without = (step: Step, gone: string): Step =>
  step === 'undo'
    ? step
    : step.filter((edit) => edit.who !== gone && !('with' in edit && edit.with === gone));

/** Removes everything from a failing sequence that is not needed for its failure. */
async function shortest(
  sequence: Sequence,
  breaches: readonly string[],
): Promise<NonNullable<Found['failure']>> {
  for (const one of shorter(sequence)) {
    const found = await played(one);
    if (found.length > 0) return shortest(one, found);
  }
  return { sequence, text: storyOf(sequence, breaches.join('\n')) };
}

/** Formats the sequence, its breaches, and the replay command. */
const storyOf = (sequence: Sequence, why: string): string =>
  [
    summaryLine(sequence),
    why,
    `npm run transitions -- --replay '${JSON.stringify(sequence)}'`,
  ].join('\n');
