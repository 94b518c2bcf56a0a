import fc from 'fast-check';
import { characterOf } from './universe.ts';

/** One edit of a spec. */
export type Edit =
  /** A facet gets one of its values; -1: its members are taken out. */
  | { readonly who: string; readonly facet: string; readonly value: number }
  /** Two objects exchange what they say of a facet. */
  | { readonly who: string; readonly facet: string; readonly with: string };

/** Edits that are applied together; `undo`: all specs are as they were before the last edits. */
export type Step = readonly Edit[] | 'undo';

export interface Sequence {
  readonly cast: readonly string[];
  /** The first one creates the objects. */
  readonly steps: readonly Step[];
}

const MOST_STEPS = 6;

function valueOf(who: string, among: readonly string[]): fc.Arbitrary<Edit> {
  return fc.constantFrom(...among).chain((facet) => {
    const { values = [], needed } = characterOf(who).facets[facet] ?? {};
    const some = fc.nat(values.length - 1);
    const value =
      needed === true
        ? some
        : fc.oneof({ weight: 1, arbitrary: fc.constant(-1) }, { weight: 4, arbitrary: some });
    return value.map((chosen) => ({ who, facet, value: chosen }));
  });
}

const facetsOf = (who: string): readonly string[] => Object.keys(characterOf(who).facets);

const MOST_FACETS = 3;

/** Some facets of each object of a cast: those that change again and again. */
const foci = (cast: readonly string[]): fc.Arbitrary<Readonly<Record<string, readonly string[]>>> =>
  fc.record(
    Object.fromEntries(
      cast.map((who) => [
        who,
        fc.subarray([...facetsOf(who)], { minLength: 1, maxLength: MOST_FACETS }),
      ]),
    ),
  );

const kindOf = (who: string): string => who.split('/')[0] ?? '';

function swapsIn(cast: readonly string[]): readonly fc.Arbitrary<Edit>[] {
  const pairs = cast.flatMap((who) =>
    cast
      .filter((other) => other > who && kindOf(other) === kindOf(who))
      .map((other) => [who, other] as const),
  );
  return pairs.map(([who, other]) => {
    const shared = Object.keys(characterOf(who).facets).filter(
      (facet) => facet in characterOf(other).facets,
    );
    return fc.constantFrom(...shared).map((facet) => ({ who, facet, with: other }));
  });
}

function stepsFor(
  cast: readonly string[],
  focus: Readonly<Record<string, readonly string[]>>,
): fc.Arbitrary<readonly Step[]> {
  const whoever = fc.constantFrom(...cast);
  const value = whoever.chain((who) => valueOf(who, focus[who] ?? facetsOf(who)));
  const swaps = swapsIn(cast);
  const edit =
    swaps.length === 0
      ? value
      : fc.oneof({ weight: 4, arbitrary: value }, { weight: 1, arbitrary: fc.oneof(...swaps) });
  const any = whoever.chain((who) => valueOf(who, facetsOf(who)));
  const first = fc.array(fc.oneof(any, value), { maxLength: 4 * cast.length, size: 'max' });
  const next: fc.Arbitrary<Step> = fc.oneof(
    { weight: 4, arbitrary: fc.array(edit, { minLength: 1, maxLength: 2, size: 'max' }) },
    { weight: 1, arbitrary: fc.constant('undo' as const) },
  );
  return fc
    .tuple(first, fc.array(next, { minLength: 1, maxLength: MOST_STEPS - 1, size: 'max' }))
    .map(([begin, rest]): readonly Step[] => [begin, ...rest]);
}

/** Sequences of two to six specs for each object of a cast. */
export const sequencesOf = (casts: readonly (readonly string[])[]): fc.Arbitrary<Sequence> =>
  fc
    .constantFrom(...casts)
    .chain((cast) =>
      foci(cast).chain((focus) => stepsFor(cast, focus).map((steps) => ({ cast, steps }))),
    );

const edits = (edit: Edit): string =>
  'with' in edit
    ? `${edit.who} and ${edit.with} exchange ${edit.facet}`
    : `${edit.who} ${edit.facet}: ${JSON.stringify(edit.value < 0 ? null : characterOf(edit.who).facets[edit.facet]?.values[edit.value])}`;

/** A sequence for people: a line a step. */
export const told = ({ cast, steps }: Sequence): string =>
  [
    cast.join(', '),
    ...steps.map(
      (step, i) => `  ${i + 1}. ${step === 'undo' ? 'undo' : step.map(edits).join('; ')}`,
    ),
  ].join('\n');
