import { type Done, type Refusal, refuse } from '../core/reply.ts';
import type { Answer } from './exchange.ts';
import type { Fault } from './faults.ts';

type Headers = Readonly<Record<string, string>>;

const JSON_TYPE = { 'Content-Type': 'application/json' } as const;

/** Error page of the proxy in front of the service. Source: conventions#errors. */
const proxyPage = (status: number, text: string): string =>
  `<html>\r\n<head><title>${status} ${text}</title></head>\r\n<body bgcolor="white">\r\n<center><h1>${status} ${text}</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n`;

const page = (status: number, text: string): Answer => ({
  status,
  headers: { 'Content-Type': 'text/html', Server: 'nginx' },
  body: proxyPage(status, text),
  delayMs: 0,
  cut: 'none',
});

/** Serializes an answer; an empty one has the JSON content type too. Source: conventions#errors. */
export const worded = (reply: Done | Refusal, headers: Headers): Answer => {
  const rest = { delayMs: 0, cut: 'none' } as const;
  if (reply.kind === 'refused') {
    const body = JSON.stringify({ errors: reply.problems });
    return {
      status: reply.status,
      headers: { ...headers, ...JSON_TYPE, ...reply.headers },
      body,
      ...rest,
    };
  }
  if (reply.media !== undefined) {
    const type = { 'Content-Type': reply.media };
    const body = String(reply.body);
    return { status: reply.status, headers: { ...headers, ...type }, body, isFile: true, ...rest };
  }
  const body = reply.body === undefined ? '' : JSON.stringify(reply.body);
  return { status: reply.status, headers: { ...headers, ...JSON_TYPE }, body, ...rest };
};

const again = (fault: Fault): Headers =>
  fault.retryAfter === undefined ? {} : { 'Retry-After': String(fault.retryAfter) };

const failure = (fault: Fault, status: number, reason: string, headers: Headers): Answer =>
  fault.html
    ? page(status, reason)
    : worded(refuse(fault.reason ?? reason, fault.field, status), { ...headers, ...again(fault) });

type Kind = Fault['kind'];

const BEFORE: Partial<Record<Kind, (fault: Fault, headers: Headers) => Answer>> = {
  refuse: (fault, headers) => failure(fault, fault.status ?? 503, 'Service Unavailable', headers),
  throttle: (fault, headers) =>
    failure(fault, fault.status ?? 429, 'Too many requests', { ...headers, 'Retry-After': '1' }),
  dropBefore: (fault, headers) => ({
    ...worded(refuse(''), headers),
    delayMs: fault.delayMs,
    cut: 'all',
  }),
};

/** Returns the answer of a fault that prevents the execution; undefined when the request is
 *  executed. */
export const insteadOf = (fault: Fault | undefined, headers: Headers): Answer | undefined =>
  fault === undefined ? undefined : BEFORE[fault.kind]?.(fault, headers);

type Body = Readonly<Record<string, unknown>>;

const changed = (answer: Answer, change: (body: Body) => unknown): Answer =>
  answer.status === 200 && answer.isFile === undefined
    ? { ...answer, body: JSON.stringify(change(JSON.parse(answer.body))) }
    : answer;

const withWord = (record: unknown, word: string): unknown =>
  typeof record === 'object' && record !== null && 'status' in record
    ? { ...record, status: word }
    : record;

const rowsOf = (body: Body): readonly unknown[] | undefined =>
  Array.isArray(body['data']) ? body['data'] : undefined;

const withWords = (body: Body, word: string): unknown => {
  const rows = rowsOf(body);
  return rows === undefined
    ? withWord(body, word)
    : { ...body, data: rows.map((row) => withWord(row, word)) };
};

const AFTER: Partial<Record<Kind, (fault: Fault, answer: Answer) => Answer>> = {
  delay: (fault, answer) => ({ ...answer, delayMs: fault.delayMs }),
  dropAfter: (fault, answer) => ({ ...answer, delayMs: fault.delayMs, cut: 'all' }),
  truncate: (_fault, answer) => ({ ...answer, cut: 'half' }),
  errorAfter: (fault, answer) =>
    failure(fault, fault.status ?? 500, 'Internal Server Error', answer.headers),
  wrongJson: (fault, answer) => ({ ...answer, body: fault.body }),
  shortListing: (fault, answer) =>
    changed(answer, (body) => ({
      ...body,
      data: rowsOf(body)?.slice(0, -fault.rows) ?? body['data'],
    })),
  statusWord: (fault, answer) => changed(answer, (body) => withWords(body, fault.word)),
};

/** Applies a fault to the answer of an executed request. */
export const spoiled = (fault: Fault | undefined, answer: Answer): Answer =>
  fault === undefined ? answer : (AFTER[fault.kind]?.(fault, answer) ?? answer);
