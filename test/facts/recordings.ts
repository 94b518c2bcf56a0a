import * as z from 'zod';
import { endpoints } from '../../src/api/endpoints.ts';
import type { Recording } from './rows.ts';
import { shapeOf } from './shape.ts';

const Exchange = z.looseObject({
  method: z.string(),
  path: z.string(),
  status: z.int(),
  request_headers: z.record(z.string(), z.string()).nullish(),
  request_body: z.unknown(),
  response_headers_of_interest: z.record(z.string(), z.string()),
  response_body: z.unknown(),
});
type Exchange = z.infer<typeof Exchange>;

/** Ids of these parameters may hold a slash, which the recordings left as it is. */
const patternOf = (template: string): RegExp =>
  new RegExp(`^${template.replace(/\{(kernelId|imageId|engineId)\}/g, '.+').replace(/\{\w+\}/g, '[^/]+')}$`);

const fixedPart = (template: string): number => template.replace(/\{\w+\}/g, '').length;

/** The contract's endpoint for an address, the one with the most fixed text first: /images/upload before /images/{imageId}. */
const endpointFor = (method: string, address: string): readonly [string, string] | undefined => {
  const fitting = [...endpoints].filter(([, one]) => one.method === method && patternOf(one.path).test(address));
  const [best] = fitting.toSorted(([, a], [, b]) => fixedPart(b.path) - fixedPart(a.path));
  return best === undefined ? undefined : [best[0], best[1].path];
};

const SAMPLE_ITEMS = 3;

/** Cuts the lists of a sample; the shape has been taken of the whole. */
const cut = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.slice(0, SAMPLE_ITEMS).map(cut);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, cut(member)]));
};

const filterOf = (exchange: Exchange): unknown => {
  const filter = exchange.request_headers?.['X-Filter'];
  return filter === undefined ? undefined : JSON.parse(filter);
};

const recordingOf = (exchange: Exchange): Recording => {
  const address = exchange.path.replace(/\?.*$/, '');
  const [endpoint, template] = endpointFor(exchange.method, address) ?? [];
  const headers = exchange.response_headers_of_interest;
  const [scopes, limit, filter] = [headers['X-Accepted-Oauth-Scopes'], headers['X-Ratelimit-Limit'], filterOf(exchange)];
  return {
    method: exchange.method,
    path: template ?? address.replace(/\/[^/]*[\d.:][^/]*/g, '/{id}'),
    status: exchange.status,
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(scopes === undefined ? {} : { scopes }),
    ...(limit === undefined ? {} : { rateLimit: Number(limit) }),
    ...(filter === undefined ? {} : { filter }),
    ...(endpoint === undefined || (exchange.request_body ?? null) === null ? {} : { request: exchange.request_body }),
    shape: shapeOf(exchange.response_body),
    ...(endpoint === undefined ? {} : { answer: cut(exchange.response_body) }),
  };
};

/** Reads files of recorded exchanges; the same exchange twice is kept once. @throws when a file has another form. */
export const recordingsOf = (files: readonly unknown[]): readonly Recording[] => {
  const all = files.flatMap((file) => z.array(Exchange).parse(file)).map(recordingOf);
  return [...new Map(all.map((recording) => [JSON.stringify(recording), recording])).values()];
};
