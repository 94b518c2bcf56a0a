import * as z from 'zod';
import type { Problem } from '../../model/failure.ts';

/** An answer of the service. Header names are in lower case. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The JSON of a long answer, parsed during the transfer: `text` is empty then. */
  readonly json?: Json;
  /** Characters of the answer, where `text` is empty. */
  readonly size?: number;
}

/** A parsed JSON text. Not ok: unusable JSON. */
export type Json = { readonly ok: true; readonly value: unknown } | { readonly ok: false };

const MOST_PROBLEMS = 20;
const DEEPEST = 64;
const LONGEST_WAIT_MS = 3_600_000;
const LONGEST_WINDOW_MS = 600_000;

/** Source: conventions#errors. */
const ErrorBody = z.looseObject({
  errors: z.array(z.looseObject({ field: z.string().nullish(), reason: z.string() })).min(1),
});

/** Parses the first problems of an errors body, in its own words; null when the text is no such
 *  body. */
export function problemsOf(text: string): readonly Problem[] | null {
  const json = parseJson(text);
  const body = ErrorBody.safeParse(json.ok ? json.value : null);
  if (!body.success) return null;
  return body.data.errors
    .slice(0, MOST_PROBLEMS)
    .map(({ field, reason }) => ({ ...(field ? { field } : {}), reason }));
}

const isShallow = (value: unknown, levels: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (levels > 0 && Object.values(value).every((member) => isShallow(member, levels - 1)));

/** Matches an escaped surrogate. */
const HALF = /\\u[dD][89a-fA-F]/;

/** Replaces lone surrogates: Kubernetes does not keep them, so that a status with one would never
 *  match its written form. */
const wholeCharacters = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? value.toWellFormed() : value;

/** Parses JSON without lone surrogates; undefined for an empty text. Not ok: no JSON, or nested too
 *  deeply to be walked. */
export function parseJson(text: string): Json {
  if (text.trim() === '') return { ok: true, value: undefined };
  try {
    return { ok: true, value: valueOf(text) };
  } catch {
    return { ok: false };
  }
}

/** Parses a text that is not empty, as above. @throws SyntaxError where `parseJson` is not ok */
export function valueOf(text: string): unknown {
  const value: unknown = HALF.test(text) ? JSON.parse(text, wholeCharacters) : JSON.parse(text);
  if (!isShallow(value, DEEPEST)) throw new SyntaxError('nested too deeply');
  return value;
}

const wholeNumber = (text: string | undefined): number | null =>
  text !== undefined && /^\d{1,12}$/.test(text.trim()) ? Number(text) : null;

/** Parses Retry-After in milliseconds; null when it is unusable. It is on every answer: its meaning
 *  depends on the status. Source: conventions#headers. */
export function retryAfterMs(headers: Answer['headers']): number | null {
  const seconds = wholeNumber(headers['retry-after']);
  return seconds === null ? null : Math.min(seconds * 1000, LONGEST_WAIT_MS);
}

/** The rate limit headers of an answer for its route. */
export interface Rates {
  readonly limit: number | null;
  readonly remaining: number | null;
  /** Milliseconds until the window ends, by the service's own clock, so that the local clock does
   *  not matter. */
  readonly resetInMs: number | null;
}

/** Source: conventions#headers; conventions#rate-limits. */
export function ratesOf(headers: Answer['headers']): Rates {
  const limit = wholeNumber(headers['x-ratelimit-limit']);
  return {
    limit: limit === 0 ? null : limit,
    remaining: wholeNumber(headers['x-ratelimit-remaining']),
    resetInMs: resetInMs(headers),
  };
}

function resetInMs(headers: Answer['headers']): number | null {
  const reset = wholeNumber(headers['x-ratelimit-reset']);
  if (reset === null) return null;
  const sentAt = Date.parse(headers['date'] ?? '');
  const inMs = Number.isNaN(sentAt) ? retryAfterMs(headers) : reset * 1000 - sentAt;
  return inMs === null || inMs < 0 || inMs > LONGEST_WINDOW_MS ? null : inMs;
}
