import { isAdmitted } from './admitted.ts';
import type { Spec } from './character.ts';
import type { Edit, Sequence } from './sequence.ts';
import { characterOf } from './universe.ts';

/** The value of each facet of each object: an index, -1 for none, absent for the base. */
type Choices = Readonly<Record<string, Chosen>>;
/** A member with a generated value has a leading period: `.size`. */
type Chosen = Readonly<Record<string, number | { readonly to: unknown }>>;

/** The specs of a cast's objects, by `Kind/name`. */
export type Specs = Readonly<Record<string, Spec>>;

function edited(choices: Choices, edit: Edit): Choices {
  const { who } = edit;
  if ('member' in edit)
    return { ...choices, [who]: { ...choices[who], [`.${edit.member}`]: { to: edit.to } } };
  const { facet } = edit;
  if ('value' in edit) return { ...choices, [who]: withFacet(who, choices, facet, edit.value) };
  const [mine, theirs] = [choices[who]?.[facet] ?? -1, choices[edit.with]?.[facet] ?? -1];
  return {
    ...choices,
    [who]: withFacet(who, choices, facet, theirs),
    [edit.with]: withFacet(edit.with, choices, facet, mine),
  };
}

/** Sets a facet, and drops generated values of its members. */
function withFacet(who: string, choices: Choices, facet: string, value: Chosen[string]): Chosen {
  const { values = [] } = characterOf(who).facets[facet] ?? {};
  const over = new Set(values.flatMap((one) => Object.keys(one).map((member) => `.${member}`)));
  const others = Object.entries(choices[who] ?? {}).filter(([name]) => !over.has(name));
  return { ...Object.fromEntries(others), [facet]: value };
}

function specOf(who: string, chosen: Chosen): Spec {
  const { base, facets } = characterOf(who);
  let spec: Record<string, unknown> = { ...base };
  for (const [name, index] of Object.entries(chosen)) {
    if (typeof index !== 'number') {
      spec[name.slice(1)] = index.to;
      continue;
    }
    const { values = [], needed } = facets[name] ?? {};
    if (index < 0 && needed === true) continue;
    for (const member of new Set(values.flatMap((value) => Object.keys(value))))
      delete spec[member];
    if (index >= 0) spec = { ...spec, ...values[index % values.length] };
  }
  return Object.fromEntries(Object.entries(spec).filter(([, value]) => value !== undefined));
}

/** The specs of a cast's objects, and their choices. */
interface Asked {
  readonly choices: Choices;
  readonly specs: Specs;
}

const specsBy = (cast: readonly string[], choices: Choices): Specs =>
  Object.fromEntries(cast.map((who) => [who, specOf(who, choices[who] ?? {})]));

/** Applies an edit to the choices, as far as the API server admits the specs. @param before the
 *  previous specs; null: none yet */
function admitted(choices: Choices, edit: Edit, before: Specs | null, isTaken: Taken): Choices {
  const after = edited(choices, edit);
  const concerned = 'with' in edit ? [edit.who, edit.with] : [edit.who];
  const fits = (who: string): boolean =>
    isTaken(who, specOf(who, after[who] ?? {}), before?.[who] ?? null);
  return concerned.every(fits) && (before !== null || !areTwins(after)) ? after : choices;
}

type Taken = (who: string, after: Spec, before: Spec | null) => boolean;

/** Reports whether the API server admits a spec of known values. */
const isKnownTaken: Taken = (who, after, before) => characterOf(who).admits(after, before);

/** Reports whether the API server admits a spec with generated values. */
const isDrawnTaken: Taken = (...change) => isKnownTaken(...change) && isAdmitted(...change);

/** Reports whether two objects of a kind request one label: the second one cannot be created. */
function areTwins(choices: Choices): boolean {
  const labels = Object.entries(choices).flatMap(([who, chosen]) => {
    const { label } = specOf(who, chosen);
    return label === undefined ? [] : [JSON.stringify([who.split('/')[0], label])];
  });
  return new Set(labels).size < labels.length;
}

/** Restores the choices before the last edits, for each object for which the API server admits
 *  that. */
const undone = (
  cast: readonly string[],
  last: Choices,
  { choices, specs }: Asked,
  isTaken: Taken,
): Choices =>
  Object.fromEntries(
    cast.map((who) => {
      const back = last[who] ?? {};
      return [
        who,
        isTaken(who, specOf(who, back), specs[who] ?? null) ? back : (choices[who] ?? {}),
      ];
    }),
  );

const hasDrawn = (steps: Sequence['steps']): boolean =>
  steps.some((step) => step !== 'undo' && step.some((edit) => 'member' in edit));

/** Returns the specs of a sequence, step by step. */
export function specsOf({ cast, steps }: Sequence): readonly Specs[] {
  const asked: Asked[] = [];
  const isTaken = hasDrawn(steps) ? isDrawnTaken : isKnownTaken;
  for (const [i, step] of steps.entries()) {
    const now = asked[i - 1];
    const choices = now?.choices ?? needs(cast);
    const last = asked[i - 2]?.choices ?? needs(cast);
    const next =
      step === 'undo'
        ? undone(cast, last, now ?? { choices, specs: {} }, isTaken)
        : step.reduce((some, edit) => admitted(some, edit, now?.specs ?? null, isTaken), choices);
    asked.push({ choices: next, specs: specsBy(cast, next) });
  }
  return asked.map(({ specs }) => specs);
}

/** Sets required facets to their first value. */
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

/** Returns the state of an object after a further spec: a member that is no longer set keeps its
 *  value, because it is no longer managed. */
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
      isMap(value) && isMap(had[name]) && isOneForm(had[name], value)
        ? deep(had[name], value)
        : value,
    ]),
  ),
});

/** Members that select the form of a union, or that name its object. */
const SELECTORS = ['mode', 'kind', 'by', 'instanceRef'] as const;

/** Reports whether a value adds to another one, instead of replacing it: it is neither a reference
 *  nor another form of a union. */
const isOneForm = (had: Spec, value: Spec): boolean =>
  !('name' in value) &&
  !('id' in value) &&
  SELECTORS.every((one) => JSON.stringify(had[one]) === JSON.stringify(value[one]));
