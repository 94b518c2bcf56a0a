import type { Registered } from '../../src/kinds/rows.ts';
import { CommonStatus } from '../../src/model/common-status.ts';
import { verbsOf } from '../../src/model/operation.ts';
import { stepsOf } from '../support/kinds/played.ts';
import { codeIn, type Page, rowsIn, sectionOf } from './pages.ts';

/** Compares a page with the code: one line for each entry that only one of them has. */
function differences(
  what: string,
  documented: Iterable<string>,
  real: Iterable<string>,
): readonly string[] {
  const [page, code] = [new Set(documented), new Set(real)];
  return [
    ...[...code].filter((one) => !page.has(one)).map((one) => `the page lacks ${what} ${one}`),
    ...[...page].filter((one) => !code.has(one)).map((one) => `there is no ${what} ${one}`),
  ];
}

/** Returns the fields for which the kind's table has a refusal in the status, without member
 *  names. */
const refusedFields = ({ kind, cases }: Registered): readonly string[] =>
  cases.cases
    .filter(({ plan }) => plan !== undefined)
    .flatMap((row) => stepsOf(kind, cases, row))
    .flatMap((step) =>
      step.type === 'refuse' ? [step.field.replaceAll(/\[[^\]]*\]/g, '[]')] : [],
    );

function refusalProblems(page: Page, registered: Registered): readonly string[] {
  const documented = rowsIn(sectionOf(page, 'Refusals')).flatMap(([fields = '']) => codeIn(fields));
  return differences('refusal of', documented, refusedFields(registered));
}

/** Compares the verbs in a page's examples and table with those of the kind. */
const verbProblems = ({ text }: Page, { kind }: Registered): readonly string[] => {
  const documented = [...text.matchAll(/^\s*verb: (\w+)$|Operation `(\w+)`/gm)].map(
    ([, shown, listed]) => shown ?? listed ?? '',
  );
  return differences('verb', documented, verbsOf(kind));
};

const secretProblems = ({ text }: Page, { kind }: Registered): readonly string[] => {
  const documented = [...text.matchAll(/Secret `<name>-([a-z]+)`/g)].map(
    ([, suffix = '']) => suffix,
  );
  const { secretSuffix, generates } = kind;
  return differences(
    'Secret',
    documented,
    [secretSuffix, generates?.suffix].filter((suffix) => suffix !== undefined),
  );
};

/** Returns fields of the status that the page mentions but that do not exist; most fields are only
 *  in the reference. */
function statusProblems(page: Page, { kind }: Registered): readonly string[] {
  const [list = ''] = sectionOf(page, 'Status').trim().split('\n\n');
  const fields = [...Object.keys(kind.status.shape), ...Object.keys(CommonStatus.shape)];
  const documented = codeIn(list).map((field) => field.replace('status.', ''));
  return [
    ...(documented.length < 3 ? ['the page names no status'] : []),
    ...documented
      .filter((field) => !fields.includes(field))
      .map((field) => `status has no ${field}`),
  ];
}

/** Checks the page's statements about the deletion of object and item against the kind's
 *  defaults. */
function defaultProblems({ text }: Page, { kind }: Registered): readonly string[] {
  const words = text.replaceAll(/\s+/g, ' ');
  const said = {
    Delete: text.includes('| the object is deleted (the default for this kind) |'),
    Retain: text.includes('| the object is deleted, with `policy.deletion: Delete` |'),
    Recreate: words.includes('the operator creates it again, unless `policy.loss` is `Hold`'),
    Hold: words.includes(
      'the operator does not create it again (`Lost`), unless `policy.loss` is `Recreate`',
    ),
  };
  return Object.entries(said)
    .filter(([word, isSaid]) => isSaid !== (word === kind.deletion || word === kind.loss))
    .map(([word]) => `what the page says of ${word} is not the kind's default`);
}

/** Returns the problems of a kind's page except its costs, one line each. */
export const pageProblems = (page: Page, registered: Registered): readonly string[] =>
  [refusalProblems, verbProblems, secretProblems, statusProblems, defaultProblems].flatMap(
    (problems) => problems(page, registered),
  );
