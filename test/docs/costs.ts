import type { Registered } from '../../src/kinds/rows.ts';
import { calls } from '../../src/model/plan.ts';
import type { Call, Step } from '../../src/model/step.ts';
import { stepsOf } from '../support/kinds/played.ts';
import { codeIn, type Page, rowsIn, sectionOf } from './pages.ts';

/** A statement of a kind's page about a change: the field, the step, the effect, the cost. */
interface DocumentedStep {
  readonly fields: readonly string[];
  readonly step: string;
  readonly effect: string;
  readonly cost: string;
}

const HEADING = 'Cost of changes';
/** Marks a change that admission rejects, instead of a step. */
const REJECTED = 'rejected';
/** Marks a change that the operator refuses in the status, instead of a step. */
const REFUSED = 'refused';
/** Verbs that users do not choose: the removal of the mark from a retained item. */
const UNTOLD = ['Unmark'];

const documentedIn = (page: Page): readonly DocumentedStep[] =>
  rowsIn(sectionOf(page, HEADING)).map(([what = '', step = '', effect = '', cost = '']) => ({
    fields: codeIn(what),
    step,
    effect,
    cost,
  }));

/** Returns every step in the kind's table on an existing item. */
const plannedOf = ({ kind, cases }: Registered): readonly Step[] =>
  cases.cases
    .filter((row) => row.plan !== undefined && row.item !== null)
    .flatMap((row) => stepsOf(kind, cases, row));

/** Returns every call in the kind's table on an existing item. */
const callsOf = (registered: Registered): readonly Call[] =>
  calls(plannedOf(registered)).filter(({ verb }) => !UNTOLD.includes(verb));

const rootOf = (field: string): string => field.split(/[.[:]/)[0] ?? field;
/** Generalizes numbers and names of pools: a page writes N, M and NAME. */
const general = (text: string): string =>
  text.replaceAll(/\d+|\bM\b/g, 'N').replaceAll(/pool [a-z]+/g, 'pool NAME');
const pairOf = ({ verb, effect }: Call): string => `${verb}, ${effect}`;

/** Returns the problems of a kind's page about costs, one line each. */
export function costProblems(page: Page, registered: Registered): readonly string[] {
  const documented = documentedIn(page);
  return [
    ...stepProblems(documented, callsOf(registered)),
    ...fieldProblems(documented, registered),
  ].map((problem) => `${page.path}: ${problem}`);
}

function stepProblems(
  documented: readonly DocumentedStep[],
  made: readonly Call[],
): readonly string[] {
  const steps = documented.filter(({ step }) => step !== REJECTED && step !== REFUSED);
  const shown = new Set(steps.map(({ step, effect }) => `${step}, ${effect}`));
  const real = new Set(made.map(pairOf));
  const lost = [
    ...new Set(made.flatMap(({ loses }) => (loses === undefined ? [] : [general(loses)]))),
  ];
  return [
    ...[...real].filter((pair) => !shown.has(pair)).map((pair) => `no row for ${pair}`),
    ...[...shown].filter((pair) => !real.has(pair)).map((pair) => `no plan has ${pair}`),
    ...lost
      .filter((text) => !steps.some(({ cost }) => general(cost) === text))
      .map((text) => `no row costs «${text}»`),
    ...steps
      .filter(({ effect, cost }) => effect !== 'none' && !lost.includes(general(cost)))
      .map(({ step, cost }) => `no plan with ${step} costs «${cost}»`),
  ];
}

function fieldProblems(
  documented: readonly DocumentedStep[],
  { kind, cases }: Registered,
): readonly string[] {
  const fields = Object.keys(kind.spec.shape);
  const rowsWith = (step: string) =>
    documented.filter((row) => row.step === step).flatMap((row) => row.fields.map(rootOf));
  const refused = plannedOf({ kind, cases }).flatMap((step) =>
    step.type === 'refuse' ? [rootOf(step.field.replace('spec.', ''))] : [],
  );
  const brought = callsOf({ kind, cases }).flatMap(({ verb, changes }) =>
    changes.map(({ field }) => [verb, rootOf(field)] as const),
  );
  return [
    ...fields
      .filter((field) => !documented.some((row) => row.fields.map(rootOf).includes(field)))
      .map((field) => `no row names ${field}`),
    ...kind.immutable
      .filter((field: string) => !rowsWith(REJECTED).includes(field))
      .map((field: string) => `no row says that ${field} is rejected`),
    ...rowsWith(REFUSED)
      .filter((field) => !refused.includes(field))
      .map((field) => `no plan refuses ${field}: is its change rejected?`),
    ...brought
      .filter(([verb, field]) => fields.includes(field) && !rowsWith(verb).includes(field))
      .map(([verb, field]) => `${verb} changes ${field}, and no row says so`),
  ];
}
