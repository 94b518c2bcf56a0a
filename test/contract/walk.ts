import type { Endpoint } from '../../src/api/endpoint.ts';
import { endpointProblems, grantProblems, nameOf } from './endpoints.ts';
import type { Documents } from './facts/rows.ts';
import { fieldProblems } from './fields.ts';
import { limitProblems } from './limits.ts';
import { strictnessProblems } from './strictness.ts';
import { TOLERANCES } from './tolerances.ts';

type Endpoints = ReadonlyMap<string, Endpoint>;

/** Returns all differences between the rows and the contract, including tolerated ones. */
const departures = (documents: Documents, endpoints: Endpoints): readonly string[] => [
  ...documents.endpoints.flatMap((row) => endpointProblems(row, endpoints)),
  ...documents.fields.flatMap((row) => fieldProblems(row, endpoints)),
  ...documents.limits.flatMap(limitProblems),
  ...documents.grants.flatMap((row) => grantProblems(row, endpoints)),
  ...strictnessProblems(documents.fields, endpoints),
];

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
export const contractProblems = (documents: Documents, endpoints: Endpoints): readonly string[] => {
  const found = departures(documents, endpoints);
  return [
    ...found.filter((problem) => !TOLERANCES.some((tolerance) => tolerance.problem.test(problem))),
    ...TOLERANCES.filter(({ problem }) => !found.some((one) => problem.test(one))).map(
      ({ problem }) => `${problem}: is tolerated, but does not occur`,
    ),
    ...unnamed(documents, endpoints),
  ];
};
