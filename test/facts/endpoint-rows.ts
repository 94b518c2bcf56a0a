import type { DocumentNumber, EndpointRow } from './rows.ts';
import { SCOPE_EXCEPTIONS } from './statements.ts';
import type { Table } from './tables.ts';

const BETA = '{beta_base_url}';

const sectionOf = (text: string, heading: string): string => {
  const from = text.indexOf(`# ${heading}`);
  return text.slice(from, text.indexOf('\n| Method', from));
};

const scopesOf = (text: string, heading: string, method: string, cell: string | undefined): Pick<EndpointRow, 'scopes' | 'auth'> => {
  if (/no authentication/.test(heading) || cell === 'none') return { scopes: [], auth: 'none' };
  if (cell !== undefined) {
    return { scopes: cell.replace(' (optional)', '').split(','), ...(cell.includes('optional') ? { auth: 'optional' as const } : {}) };
  }
  const area = /(\w+):read_only/.exec(sectionOf(text, heading))?.[1] ?? 'unknown';
  return { scopes: [`${area}:${method === 'GET' ? 'read_only' : 'read_write'}`] };
};

const exceptionFor = (document: DocumentNumber, endpoint: string, cells: string): Pick<EndpointRow, 'scopes' | 'auth'> | undefined => {
  const stated = /scope (\w+:\w+)/.exec(cells)?.[1];
  if (stated !== undefined) return { scopes: [stated] };
  const exception = SCOPE_EXCEPTIONS.find((one) => one.document === document && one.endpoints.includes(endpoint));
  if (exception === undefined) return undefined;
  if (exception.scopes === 'not shown') return {};
  return exception.scopes === 'none' ? { scopes: [], auth: 'none' } : { scopes: exception.scopes };
};

/** What of a request cell concerns the method: "PUT: label" says nothing about GET. */
const requestFor = (method: string, cell: string): string => {
  const [, only, rest] = /^([A-Z]+): (.*)$/s.exec(cell) ?? [];
  if (only === undefined) return cell;
  return only === method ? (rest ?? '') : '';
};

/** The rows of one table of endpoints, one for each method. */
export const endpointsOfTable = (document: DocumentNumber, text: string, { heading, header, rows }: Table): readonly EndpointRow[] =>
  rows.flatMap((cells) => {
    const cell = (name: string): string | undefined => cells[header.indexOf(name)];
    const [base, path] = (cell('Path') ?? '').startsWith(BETA)
      ? ['beta' as const, (cell('Path') ?? '').slice(BETA.length)]
      : [undefined, cell('Path') ?? ''];
    return (cell('Method') ?? '').split(', ').map((method) => ({
      document,
      heading,
      method,
      path,
      ...(base === undefined ? {} : { base }),
      ...(exceptionFor(document, `${method} ${path}`, cells.join(' ')) ?? scopesOf(text, heading, method, cell('Scope'))),
      ...(cell('Request') === undefined ? {} : { request: requestFor(method, cell('Request') ?? '') }),
      ...(cell('Response') === undefined ? {} : { response: cell('Response') ?? '' }),
    }));
  });
