import * as z from 'zod';
import type { Endpoint } from '../../src/api/endpoint.ts';
import { parameters } from '../../src/api/parameters.ts';
import { table } from '../../src/crd/markdown.ts';
import { type Contract, itemOf, nameOf } from './contract.ts';
import { refusalsOf } from './refusals.ts';
import { type FieldRow, fieldRows } from './schema-rows.ts';

const code = (text: string): string => `\`${text}\``;

/** Renders the table of one marker. @throws for a name outside the contract */
type Drawing = (contract: Contract, names: readonly string[]) => string;

const found = <Value>(all: ReadonlyMap<string, Value>, name: string): Value => {
  const value = all.get(name);
  if (value === undefined) throw new Error(`src/api has no ${name}`);
  return value;
};

/** Selects operations by their full names: `volumes` for a whole group, `volumes.attach` for
 *  one. */
const operations = (
  { endpoints }: Contract,
  names: readonly string[],
): readonly (readonly [string, Endpoint])[] =>
  names.flatMap((name) => {
    const named = [...endpoints].filter(([full]) => full === name || full.startsWith(`${name}.`));
    if (named.length === 0) throw new Error(`src/api has no operation ${name}`);
    return named;
  });

const membersIn = (schema: z.core.$ZodType): string =>
  schema instanceof z.ZodObject ? Object.keys(schema.shape).map(code).join(', ') : '';

const called = (contract: Contract, schema: z.core.$ZodType | undefined): string => {
  if (schema === undefined) return '';
  if (schema instanceof z.ZodOptional) return `${called(contract, schema.unwrap())} or no body`;
  const name = nameOf(contract, schema);
  return name === 'Empty' ? code('{}') : name === undefined ? membersIn(schema) : code(name);
};

const answer = (contract: Contract, described: Endpoint): string =>
  `${described.paged === undefined ? '' : 'list of '}${called(contract, itemOf(described))}`;

const bodyOf = (contract: Contract, { body, bodyOptional }: Endpoint): string =>
  `${called(contract, body)}${bodyOptional === true ? ', may be left out' : ''}`;

const AUTH = { none: 'no token', optional: 'a token or none' } as const;

const rights = ({ scopes, auth, grant, unrestricted }: Endpoint): string =>
  [
    ...(auth === undefined ? [] : [AUTH[auth]]),
    ...scopes.map(code),
    ...(grant === undefined ? [] : [`grant ${code(grant)}`]),
    ...(unrestricted === true ? ['an unrestricted user'] : []),
    ...(auth === undefined && scopes.length === 0 ? ['any token'] : []),
  ].join(', ');

const request = ({ method, path, base }: Endpoint): string =>
  `${code(`${method} ${path}`)}${base === 'beta' ? ' (beta base)' : ''}`;

const endpointTable: Drawing = (contract, names) =>
  table(
    ['Operation', 'Request', 'Requires', 'Body', 'Answer', 'Described'],
    operations(contract, names).map(([name, described]) => [
      code(name),
      request(described),
      rights(described),
      bodyOf(contract, described),
      answer(contract, described),
      described.named === true ? 'by name' : 'in full',
    ]),
  );

const PAGED = { sized: '`page`, `page_size`', unsized: 'not described' } as const;

const listTable: Drawing = (contract, names) =>
  table(
    ['List', 'Query', 'Filters'],
    operations(contract, names).flatMap(([name, { paged, filters = [] }]) =>
      paged === undefined
        ? []
        : [
            [
              code(name),
              PAGED[paged],
              filters.length === 0 ? 'none' : filters.map(code).join(', '),
            ],
          ],
    ),
  );

const fieldTable =
  (presence: string, says: (row: FieldRow) => string): Drawing =>
  (contract, names) =>
    table(
      ['Field', 'Type', presence, 'Values'],
      names
        .flatMap((name) => fieldRows(found(contract.schemas, name)))
        .map((row) => [code(row.field), row.type, says(row), row.values]),
    );

const refusalTable: Drawing = (contract, names) =>
  table(
    ['Body', 'Field', 'Refused with'],
    names.flatMap((name) =>
      refusalsOf(found(contract.schemas, name)).map(({ field, text }) => [
        code(name),
        field === '' ? '' : code(field),
        text,
      ]),
    ),
  );

const written = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(written).join(', ');
  if (typeof value !== 'object' || value === null) return code(String(value));
  return Object.entries(value)
    .map(
      ([name, member]) =>
        `${name} ${typeof member === 'object' ? `(${written(member)})` : written(member)}`,
    )
    .join(', ');
};

const constantTable: Drawing = (contract, names) =>
  table(
    ['Limit', 'Value', 'Meaning'],
    names.map((name) => {
      const { value, says } = found(contract.constants, name);
      return [code(name), written(value), says];
    }),
  );

const scopeTable: Drawing = ({ endpoints }) => {
  const scopes = [...new Set([...endpoints.values()].flatMap((one) => one.scopes))].toSorted();
  const of = (scope: string): readonly string[] =>
    [...endpoints]
      .filter(([, one]) => one.scopes.some((own) => own === scope))
      .map(([name]) => code(name));
  return table(
    ['Scope', 'Operations that require it'],
    scopes.map((scope) => [code(scope), of(scope).join(', ')]),
  );
};

const parameterTable: Drawing = () =>
  table(
    ['Parameter', 'Type', 'Values'],
    fieldRows(z.object(parameters)).map(({ field, type, values }) => [
      code(`{${field}}`),
      type,
      values,
    ]),
  );

/** The tables by the word in a marker. */
export const DRAWINGS: Readonly<Record<string, Drawing>> = {
  endpoints: endpointTable,
  lists: listTable,
  record: fieldTable('Present', ({ required }) => (required ? 'always' : 'may be absent')),
  body: fieldTable('Required', ({ required }) => (required ? 'yes' : 'no')),
  refusals: refusalTable,
  limits: constantTable,
  scopes: scopeTable,
  parameters: parameterTable,
};
