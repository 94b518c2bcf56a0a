import * as z from 'zod';
import type { Endpoint } from '../../src/api/endpoint.ts';
import type { EndpointRow, GrantRow } from './facts/rows.ts';
import { ANSWERS } from './places.ts';
import { accepts } from './schema.ts';

type Endpoints = ReadonlyMap<string, Endpoint>;
type Check = (row: EndpointRow, described: Endpoint) => readonly string[];

export const nameOf = ({
  method,
  path,
}: {
  readonly method: string;
  readonly path: string;
}): string => `${method} ${path}`;

const find = (name: string, endpoints: Endpoints): Endpoint | undefined =>
  [...endpoints.values()].find((one) => nameOf(one) === name);

const differs = (what: string, found: unknown, wanted: unknown): readonly string[] =>
  JSON.stringify(found) === JSON.stringify(wanted)
    ? []
    : [`${what} ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}`];

const isEnvelope = (schema: z.ZodType): boolean =>
  schema instanceof z.ZodObject && 'data' in schema.shape && 'pages' in schema.shape;

/** Returns the schema of the items of a list, or of the record itself. */
const itemOf = (schema: z.ZodType): unknown => {
  const data =
    schema instanceof z.ZodObject && isEnvelope(schema) ? schema.shape['data'] : undefined;
  return data instanceof z.ZodArray ? data.element : schema;
};

const paging: Check = ({ request = '', response = '' }, described) => [
  ...differs(
    'paged',
    described.paged === 'sized',
    `${request} ${response}`.includes('page, page_size'),
  ),
  ...differs('answers a list', isEnvelope(described.response), described.paged !== undefined),
  ...(response === ''
    ? []
    : differs('answers a list', isEnvelope(described.response), response.startsWith('envelope'))),
];

const answer: Check = ({ response = '' }, described) => {
  if (response === '{}') return accepts(described.response, {}) ? [] : ['refuses the answer {}'];
  const wanted = ANSWERS[response.replace(/^envelope of /, '').replace(/;.*$| \(.*$/, '')];
  return wanted === undefined || itemOf(described.response) === wanted
    ? []
    : [`does not answer ${response}`];
};

const NO_BODY = /^(none|page, page_size.*|scope .*|engineId .*|token is .*|)$/;

const body: Check = ({ method, request = '' }, described) =>
  differs('takes a body', described.body !== undefined, method !== 'GET' && !NO_BODY.test(request));

const rights: Check = (row, described) => [
  ...(row.scopes === undefined ? [] : differs('scopes', described.scopes, row.scopes)),
  ...(row.scopes === undefined ? [] : differs('auth', described.auth, row.auth)),
  ...differs('base', described.base, row.base),
  ...differs('named only', described.named, undefined),
  ...differs('described on', described.source.split('#')[0], row.page),
];

const CHECKS: readonly Check[] = [rights, paging, answer, body];

/** Returns the problems of one row of endpoints, each beginning with the row's name. */
export const endpointProblems = (row: EndpointRow, endpoints: Endpoints): readonly string[] => {
  const described = find(nameOf(row), endpoints);
  const problems =
    described === undefined ? ['is missing'] : CHECKS.flatMap((check) => check(row, described));
  return problems.map((problem) => `${nameOf(row)}: ${problem}`);
};

/** Returns the problems of the grant that an operation requires. */
export const grantProblems = (row: GrantRow, endpoints: Endpoints): readonly string[] => {
  const described = find(row.endpoint, endpoints);
  const found = described?.unrestricted === true ? 'unrestricted' : described?.grant;
  return differs('wants', found, row.grant).map((problem) => `${row.endpoint}: ${problem}`);
};
