import fc from 'fast-check';
import { live } from './live.ts';
import { type Sequence, type Step, sequencesOf, told } from './sequence.ts';
import { CASTS } from './universe.ts';

export interface Search {
  readonly runs: number;
  readonly seed: number;
  /** Of casts in which this text stands. Absent: of all. */
  readonly only?: string | undefined;
  /** After this long no further sequence is begun. Absent: all are played. */
  readonly withinMs?: number;
}

/** What a search came to. `failure`: the shortest sequence that was found to go wrong, and how;
 *  null: none. */
export interface Found {
  readonly runs: number;
  readonly failure: { readonly sequence: Sequence; readonly text: string } | null;
}

/** Plays random sequences; where one goes wrong, looks for a shorter one that does. */
export async function search({
  runs,
  seed,
  only = '',
  withinMs = Infinity,
}: Search): Promise<Found> {
  const casts = CASTS.filter((cast) => cast.join().includes(only));
  const end = Date.now() + withinMs;
  let played = 0;
  for (const sequence of fc.sample(sequencesOf(casts), { numRuns: runs, seed })) {
    if (Date.now() >= end) break;
    played++;
    const breaches = await live(sequence);
    if (breaches.length > 0) return { runs: played, failure: await shortest(sequence, breaches) };
  }
  return { runs: played, failure: null };
}

/** All sequences that are one step or one edit shorter. */
const shorter = ({ cast, steps }: Sequence): readonly Sequence[] => [
  ...cast
    .filter(() => cast.length > 1)
    .map((gone) => ({
      cast: cast.filter((who) => who !== gone),
      steps: steps.map((step) => without(step, gone)),
    })),
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

/** Leaves out what can be left out of a sequence that goes wrong, until all that is left is
 *  needed. */
async function shortest(
  sequence: Sequence,
  breaches: readonly string[],
): Promise<NonNullable<Found['failure']>> {
  for (const one of shorter(sequence)) {
    const found = await live(one);
    if (found.length > 0) return shortest(one, found);
  }
  return { sequence, text: storyOf(sequence, breaches.join('\n')) };
}

/** What happened, why that is wrong, and how to see it again. */
const storyOf = (sequence: Sequence, why: string): string =>
  [told(sequence), why, `npm run transitions -- --replay '${JSON.stringify(sequence)}'`].join('\n');
