import { endpointsOfTable } from './endpoint-rows.ts';
import { type Attributes, attributesOf, cellAttributesOf, fieldListOf } from './grammar.ts';
import type { DocumentNumber, Documents, EndpointRow, FieldRow, LimitRow } from './rows.ts';
import { COMPUTE_SENTENCES } from './sentences-compute.ts';
import { PLATFORM_SENTENCES } from './sentences-platform.ts';
import { GRANTS, PARAMETERS, REQUEST_READINGS, REQUEST_SENTENCES, SCOPE_EXCEPTIONS, VALUES } from './statements.ts';
import { type Table, tablesOf } from './tables.ts';

type Texts = Readonly<Record<DocumentNumber, string>>;

const NUMBERS: readonly DocumentNumber[] = [1, 2, 3];

/** Cuts brackets from a heading that only say what kind of thing it is. */
const resourceOf = (heading: string): string => heading.replace(/ \((?:list item|compute instance|every list response)\)$/, '');

const fieldsOfTable = (document: DocumentNumber, { heading, header, rows }: Table): readonly FieldRow[] =>
  rows.flatMap((cells) => {
    const cell = (...names: readonly string[]): string => cells[header.findIndex((name) => names.includes(name))] ?? '';
    return cell('Field')
      .replace(' (F)', '')
      .split(', ')
      .map((field) => ({
        document,
        resource: resourceOf(heading),
        field: field.replace('[]', '.*'),
        ...cellAttributesOf(cell('Type'), cell('Notes', 'Meaning'), cell('Required')),
        ...(cell('Field').includes('(F)') ? { filterable: true as const } : {}),
      }));
  });

const rowsOf = (
  document: DocumentNumber,
  resource: string,
  under: string | undefined,
  fields: readonly (readonly [string, Attributes])[],
  each: string,
) =>
  fields.map(
    ([name, own]): FieldRow => ({
      document,
      resource,
      field: under === undefined ? name : `${under}.${name}`,
      ...attributesOf(each),
      ...own,
    }),
  );

/** @throws when a request cell is neither a list of fields nor one of the sentences that are known. */
const fieldsOfRequest = ({ document, method, path, request = '' }: EndpointRow): readonly FieldRow[] => {
  if (REQUEST_SENTENCES.includes(request)) return [];
  const fields = fieldListOf((REQUEST_READINGS[request] ?? request).replace(/^body: /, '').replace(/; at least one required$/, ''));
  if (fields === undefined) throw new Error(`cannot read the request of ${method} ${path}: ${request}`);
  return rowsOf(document, `${method} ${path}`, undefined, fields, '');
};

/** @throws when the document no longer has the sentence. */
const checked = <Row extends { readonly document: DocumentNumber; readonly quote: string }>(texts: Texts, row: Row): Omit<Row, 'quote'> => {
  const { quote, ...rest } = row;
  if (!texts[row.document].includes(quote)) throw new Error(`document ${row.document} does not say: ${quote}`);
  return rest;
};

const fieldsOfSentences = (texts: Texts): readonly FieldRow[] =>
  [...COMPUTE_SENTENCES, ...PLATFORM_SENTENCES].flatMap((sentence) => {
    checked(texts, sentence);
    const fields = sentence.field === undefined ? fieldListOf(sentence.quote) : [[sentence.field, attributesOf(sentence.quote)] as const];
    if (fields === undefined) throw new Error(`cannot read: ${sentence.quote}`);
    return rowsOf(sentence.document, sentence.resource, sentence.under, fields, sentence.each ?? '');
  });

const tables = (texts: Texts, first: string): readonly (readonly [DocumentNumber, Table])[] =>
  NUMBERS.flatMap((number) =>
    tablesOf(texts[number])
      .filter(({ header }) => header[0] === first)
      .map((table) => [number, table] as const),
  );

/** Reads the three documents into rows. @throws when a hand-made row is no longer what the document says. */
export const documentsOf = (texts: Texts): Documents => {
  const endpoints = tables(texts, 'Method').flatMap(([number, table]) => endpointsOfTable(number, texts[number], table));
  const limits = tables(texts, 'Item').flatMap(([document, { rows }]) =>
    rows.map(([item = '', limit = '']): LimitRow => ({ document, item, limit })),
  );
  for (const exception of SCOPE_EXCEPTIONS) checked(texts, exception);
  const kinds = tables(texts, 'Kind').map(([document, { rows }]) => ({
    document,
    name: 'event kinds',
    values: rows.map(([kind = '']) => kind),
  }));
  return {
    endpoints,
    fields: [
      ...tables(texts, 'Field').flatMap(([number, table]) => fieldsOfTable(number, table)),
      ...fieldsOfSentences(texts),
      ...endpoints.flatMap(fieldsOfRequest),
    ],
    limits,
    grants: GRANTS.map((row) => checked(texts, row)),
    parameters: PARAMETERS.map((row) => checked(texts, row)),
    values: VALUES.map((row) => ({ ...checked(texts, row), values: row.quote.split(', ') })).concat(kinds),
  };
};
