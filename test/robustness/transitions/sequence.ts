import fc from 'fast-check';
import { drawnFor } from './drawn.ts';
import { characterOf } from './universe.ts';

/** One edit of a spec. */
export type Edit =
  /** Sets a facet to one of its values; -1: removes its members. */
  | { readonly who: string; readonly facet: string; readonly value: number }
  /** Sets a member to a value that its schema admits; absent: removes it. */
  | { readonly who: string; readonly member: string; readonly to?: unknown }
  /** Exchanges the values of a facet between two objects. */
  | { readonly who: string; readonly facet: string; readonly with: string };

/** Edits that are applied together; `undo`: restores all specs from before the last edits. */
export type Step = readonly Edit[] | 'undo';

export interface Sequence {
  readonly cast: readonly string[];
  /** The first step creates the objects. */
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

/** Generates an edit that sets a member to a value of its schema. */
function drawn(who: string): fc.Arbitrary<Edit> {
  const values = drawnFor(who, characterOf(who));
  return fc
    .constantFrom(...Object.entries(values))
    .chain(([member, value]) => value.map((to) => ({ who, member, to })));
}

const facetsOf = (who: string): readonly string[] => Object.keys(characterOf(who).facets);

const MOST_FACETS = 3;

/** Selects some facets of each object of a cast that change repeatedly. */
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
  draws: boolean,
): fc.Arbitrary<readonly Step[]> {
  const whoever = fc.constantFrom(...cast);
  const chosen = whoever.chain((who) => valueOf(who, focus[who] ?? facetsOf(who)));
  const value = draws ? fc.oneof(chosen, whoever.chain(drawn)) : chosen;
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

/** Generates sequences of two to six specs for each object of a cast. @param draws true to generate
 *  values from the schemas too */
export const sequencesOf = (
  casts: readonly (readonly string[])[],
  draws: fc.Arbitrary<boolean> = fc.boolean(),
): fc.Arbitrary<Sequence> =>
  fc
    .tuple(fc.constantFrom(...casts), draws)
    .chain(([cast, isDrawn]) =>
      foci(cast).chain((focus) => stepsFor(cast, focus, isDrawn).map((steps) => ({ cast, steps }))),
    );

/** Returns the objects with a generated value in the first steps. */
export const drawnUpTo = ({ cast, steps }: Sequence, last: number): readonly string[] =>
  cast.filter((who) =>
    steps
      .slice(0, last + 1)
      .some((step) => step !== 'undo' && step.some((edit) => 'member' in edit && edit.who === who)),
  );

const edits = (edit: Edit): string =>
  'with' in edit
    ? `${edit.who} and ${edit.with} exchange ${edit.facet}`
    : 'member' in edit
      ? `${edit.who} ${edit.member}: drawn ${JSON.stringify(edit.to ?? null)}`
      : `${edit.who} ${edit.facet}: ${JSON.stringify(edit.value < 0 ? null : characterOf(edit.who).facets[edit.facet]?.values[edit.value])}`;

/** Formats a sequence: a line per step. */
export const summaryLine = ({ cast, steps }: Sequence): string =>
  [
    cast.join(', '),
    ...steps.map(
      (step, i) => `  ${i + 1}. ${step === 'undo' ? 'undo' : step.map(edits).join('; ')}`,
    ),
  ].join('\n');
