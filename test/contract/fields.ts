import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import type { Endpoint } from '../../src/api/endpoint.ts';
import { parameters } from '../../src/api/parameters.ts';
import { wordsOf } from '../../src/api/word.ts';
import { boundProblems } from './bounds.ts';
import type { FieldRow } from './facts/rows.ts';
import { LISTS, PLACES, type Place } from './places.ts';
import { accepts, fieldAt, typeOf } from './schema.ts';

type Check = (row: FieldRow, schema: z.core.$ZodType, role: Place['role']) => readonly string[];

const when = (wrong: boolean, problem: string): readonly string[] => (wrong ? [problem] : []);

const type: Check = (row, schema) =>
  when(
    row.type !== undefined && typeOf(schema) !== row.type,
    `is ${typeOf(schema)}, not ${row.type}`,
  );

const nullable: Check = (row, schema) => {
  const isNullable = accepts(schema, null);
  return when(isNullable !== (row.nullable ?? false), isNullable ? 'accepts null' : 'refuses null');
};

const presence: Check = (row, schema, role) => {
  const isOptional = accepts(schema, undefined);
  if (role === 'record') return when(isOptional, 'may be absent');
  if (role === 'update') return when(!isOptional, 'is required');
  return when(isOptional && row.required === true, 'is not required');
};

const bounds: Check = (row, schema, role) =>
  role === 'record' ? [] : boundProblems(schema, row.min, row.max);

const words: Check = (row, schema, role) => {
  if (row.words === undefined) return [];
  if (role === 'record') {
    const known = wordsOf(schema);
    if (typeOf(schema) === 'integer') return [];
    const missing = row.words.filter((word) => !known?.includes(word));
    return [
      ...missing.map((word) => `does not know the word ${word}`),
      ...when(!accepts(schema, 'a new word'), 'refuses a new word'),
    ];
  }
  const values = row.words.map((word) => (typeOf(schema) === 'integer' ? Number(word) : word));
  return [
    ...values
      .filter((value) => !accepts(schema, value))
      .map((value) => `refuses the word ${value}`),
    ...when(
      [0, 2, 'another word'].some((value) => accepts(schema, value)),
      'accepts other words',
    ),
  ];
};

const defaults: Check = (row, schema, role) => {
  if (role === 'record') return [];
  const found = z.safeParse(schema, undefined).data;
  if (role === 'update')
    return when(found !== undefined, `changes what is not named to ${JSON.stringify(found)}`);
  return when(
    !isDeepStrictEqual(found, row.default),
    `defaults to ${JSON.stringify(found)}, not ${JSON.stringify(row.default)}`,
  );
};

const CHECKS: readonly Check[] = [type, nullable, presence, bounds, words, defaults];

/** Returns the problems of one field in one place. A default in another row is not required
 *  here. */
const problemsAt = (row: FieldRow, { role, schema, except = [] }: Place): readonly string[] => {
  if (except.includes(row.field.replace(/\..*$/, ''))) return [];
  const found = fieldAt(schema, row.field);
  if (found === undefined) return [`${role}: is missing`];
  const checks =
    row.default === undefined && role === 'create'
      ? CHECKS.filter((check) => check !== defaults)
      : CHECKS;
  return checks.flatMap((check) => check(row, found, role)).map((problem) => `${role}: ${problem}`);
};

const filters = (row: FieldRow, endpoints: ReadonlyMap<string, Endpoint>): readonly string[] => {
  const list = LISTS[row.resource];
  const known = list === undefined ? undefined : endpoints.get(list)?.filters;
  return when(
    row.filterable === true && list !== undefined && !known?.includes(row.field),
    `cannot be filtered by in ${list}`,
  );
};

/** Returns path parameters and query of an endpoint as one object. */
const addressOf = ({ path, params, query }: Endpoint): z.ZodType => {
  const inPath = Object.entries<z.ZodType>(parameters).filter(([name]) =>
    path.includes(`{${name}}`),
  );
  return z.looseObject({
    ...Object.fromEntries(inPath),
    ...params,
    ...(query instanceof z.ZodObject ? query.shape : {}),
  });
};

/** Returns the place of a request cell's field: the body of the endpoint, or its address without a
 *  body. */
const requestPlaces = (
  resource: string,
  endpoints: ReadonlyMap<string, Endpoint>,
): readonly Place[] =>
  [...endpoints.values()]
    .filter((one) => `${one.method} ${one.path}` === resource)
    .map((one) => ({ role: 'create', schema: one.body ?? addressOf(one) }));

/** Returns all places of a row's resource. */
export const placesOf = (
  row: FieldRow,
  endpoints: ReadonlyMap<string, Endpoint>,
): readonly Place[] => [...(PLACES[row.resource] ?? []), ...requestPlaces(row.resource, endpoints)];

/** Returns the problems of one row of fields, each beginning with the row's name. */
export const fieldProblems = (
  row: FieldRow,
  endpoints: ReadonlyMap<string, Endpoint>,
): readonly string[] => {
  const places = placesOf(row, endpoints);
  const problems =
    places.length === 0
      ? ['is missing']
      : [...places.flatMap((place) => problemsAt(row, place)), ...filters(row, endpoints)];
  return problems.map((problem) => `${row.resource} ${row.field}: ${problem}`);
};
