import type { Spec } from './character.ts';
import type { Edit, Sequence } from './sequence.ts';
import { characterOf } from './universe.ts';

/** The value of each facet of each object: an index, -1 for none, absent for what the base says. */
type Choices = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** What the objects of a cast are asked to be, by `Kind/name`. */
export type Specs = Readonly<Record<string, Spec>>;

function edited(choices: Choices, edit: Edit): Choices {
  const { who, facet } = edit;
  if ('value' in edit) return { ...choices, [who]: { ...choices[who], [facet]: edit.value } };
  const [mine, theirs] = [choices[who]?.[facet] ?? -1, choices[edit.with]?.[facet] ?? -1];
  return {
    ...choices,
    [who]: { ...choices[who], [facet]: theirs },
    [edit.with]: { ...choices[edit.with], [facet]: mine },
  };
}

function specOf(who: string, chosen: Readonly<Record<string, number>>): Spec {
  const { base, facets } = characterOf(who);
  let spec: Record<string, unknown> = { ...base };
  for (const [name, index] of Object.entries(chosen)) {
    const { values = [], needed } = facets[name] ?? {};
    if (index < 0 && needed === true) continue;
    for (const member of new Set(values.flatMap((value) => Object.keys(value))))
      delete spec[member];
    if (index >= 0) spec = { ...spec, ...values[index % values.length] };
  }
  return Object.fromEntries(Object.entries(spec).filter(([, value]) => value !== undefined));
}

/** What the objects of a cast are asked to be, and by which choices. */
interface Asked {
  readonly choices: Choices;
  readonly specs: Specs;
}

const specsBy = (cast: readonly string[], choices: Choices): Specs =>
  Object.fromEntries(cast.map((who) => [who, specOf(who, choices[who] ?? {})]));

/** The choices with an edit, as far as the API server admits what becomes of the specs. @param
 *  before what stands there; null: nothing yet */
function admitted(choices: Choices, edit: Edit, before: Specs | null): Choices {
  const after = edited(choices, edit);
  const concerned = 'with' in edit ? [edit.who, edit.with] : [edit.who];
  const fits = (who: string): boolean =>
    characterOf(who).admits(specOf(who, after[who] ?? {}), before?.[who] ?? null);
  return concerned.every(fits) && (before !== null || !areTwins(after)) ? after : choices;
}

/** Whether two objects of a kind ask for one label: the second one cannot be made. */
function areTwins(choices: Choices): boolean {
  const labels = Object.entries(choices).flatMap(([who, chosen]) => {
    const { label } = specOf(who, chosen);
    return label === undefined ? [] : [JSON.stringify([who.split('/')[0], label])];
  });
  return new Set(labels).size < labels.length;
}

/** The choices before the last edits, for each object for which the API server admits that. */
const undone = (cast: readonly string[], last: Choices, { choices, specs }: Asked): Choices =>
  Object.fromEntries(
    cast.map((who) => {
      const back = last[who] ?? {};
      return [
        who,
        characterOf(who).admits(specOf(who, back), specs[who] ?? null)
          ? back
          : (choices[who] ?? {}),
      ];
    }),
  );

/** The specs that a sequence asks for, step after step. */
export function specsOf({ cast, steps }: Sequence): readonly Specs[] {
  const asked: Asked[] = [];
  for (const [i, step] of steps.entries()) {
    const now = asked[i - 1];
    const choices = now?.choices ?? needs(cast);
    const last = asked[i - 2]?.choices ?? needs(cast);
    const next =
      step === 'undo'
        ? undone(cast, last, now ?? { choices, specs: {} })
        : step.reduce((some, edit) => admitted(some, edit, now?.specs ?? null), choices);
    asked.push({ choices: next, specs: specsBy(cast, next) });
  }
  return asked.map(({ specs }) => specs);
}

/** What has to be there has its first value. */
const needs = (cast: readonly string[]): Choices =>
  Object.fromEntries(
    cast.map((who) => {
      const { base, facets } = characterOf(who);
      const bare = Object.entries(facets).filter(
        ([, { needed, values }]) =>
          needed === true && !Object.keys(values[0] ?? {}).some((one) => one in base),
      );
      return [who, Object.fromEntries(bare.map(([facet]) => [facet, 0]))];
    }),
  );

/** What an object has after it was asked for one spec after the other: a member that is no longer
 *  set keeps what it had, as it is not managed any more. */
export function merged(who: string, had: Spec, spec: Spec): Spec {
  const { groups = [] } = characterOf(who);
  const given = new Set(groups.filter((group) => group.some((one) => one in spec)).flat());
  const kept = Object.entries(had).filter(([member]) => !given.has(member));
  return deep(Object.fromEntries(kept), spec);
}

const isMap = (value: unknown): value is Spec =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !('$id' in value);

const deep = (had: Spec, spec: Spec): Spec => ({
  ...had,
  ...Object.fromEntries(
    Object.entries(spec).map(([name, value]) => [
      name,
      isMap(value) && isMap(had[name]) && !('name' in value) ? deep(had[name], value) : value,
    ]),
  ),
});
