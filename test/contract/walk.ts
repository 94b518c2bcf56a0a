import type { Endpoint } from '../../src/api/endpoint.ts';
import { endpointProblems, grantProblems, nameOf } from './endpoints.ts';
import type { Documents } from './facts/rows.ts';
import { fieldProblems, placesOf } from './fields.ts';
import { limitProblems, PROBES } from './limits.ts';
import { strictnessProblems } from './strictness.ts';
import { TOLERANCES } from './tolerances.ts';

type Endpoints = ReadonlyMap<string, Endpoint>;

/** Returns the rows on a page of debt: its list items in code quotes. */
export const debtOf = (page: string): ReadonlySet<string> =>
  new Set([...page.matchAll(/^- `(.+)`$/gm)].map(([, name = '']) => name));

/** Returns all differences between the rows and the contract, including tolerated ones. */
const departures = (
  documents: Documents,
  endpoints: Endpoints,
  debt: ReadonlySet<string>,
): readonly string[] => [
  ...documents.endpoints
    .filter((row) => !debt.has(nameOf(row)))
    .flatMap((row) => endpointProblems(row, endpoints)),
  ...documents.fields
    .filter(({ resource }) => !debt.has(resource))
    .flatMap((row) => fieldProblems(row, endpoints)),
  ...documents.limits.filter(({ item }) => !debt.has(item)).flatMap(limitProblems),
  ...documents.grants.flatMap((row) => grantProblems(row, endpoints)),
  ...strictnessProblems(documents.fields, endpoints),
];

/** Checks that each row of debt exists in the rows and not in the contract. */
const falseDebt = (
  documents: Documents,
  endpoints: Endpoints,
  debt: ReadonlySet<string>,
): readonly string[] => {
  const described = new Set([...endpoints.values()].map(nameOf));
  const open = new Set([
    ...documents.endpoints.map(nameOf).filter((name) => !described.has(name)),
    ...documents.fields
      .filter((row) => placesOf(row, endpoints).length === 0)
      .map(({ resource }) => resource),
    ...documents.limits.map(({ item }) => item).filter((item) => !(item in PROBES)),
  ]);
  return [...debt]
    .filter((name) => !open.has(name))
    .map((name) => `${name}: is named as debt, but is no missing row`);
};

/** Checks that an operation without a row is marked as only named. */
const unnamed = (documents: Documents, endpoints: Endpoints): readonly string[] => {
  const rows = new Set(documents.endpoints.map(nameOf));
  const invented = [...endpoints.values()].filter(
    (one) => one.named !== true && !rows.has(nameOf(one)),
  );
  return invented.map((one) => `${nameOf(one)}: is in no document and not marked as only named`);
};

/** Returns all problems between documents and contract after tolerances; an unneeded tolerance is a
 *  problem too. */
export const contractProblems = (
  documents: Documents,
  endpoints: Endpoints,
  debt: ReadonlySet<string>,
): readonly string[] => {
  const found = departures(documents, endpoints, debt);
  return [
    ...found.filter((problem) => !TOLERANCES.some((tolerance) => tolerance.problem.test(problem))),
    ...TOLERANCES.filter(({ problem }) => !found.some((one) => problem.test(one))).map(
      ({ problem }) => `${problem}: is tolerated, but does not occur`,
    ),
    ...falseDebt(documents, endpoints, debt),
    ...unnamed(documents, endpoints),
  ];
};
