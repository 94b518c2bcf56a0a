import { fail, ok, type Result } from '../../model/failure.ts';
import { type ApiFailure, failureOf, unreadable } from './failures.ts';
import { isRecord } from './merge.ts';
import type { HttpAnswer } from './transport.ts';

export interface Page {
  readonly items: readonly unknown[];
  readonly resourceVersion: string;
  /** Token of the next page; null at the end. */
  readonly next: string | null;
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** Returns the JSON of a response. A status other than 2xx is a failure. */
export function bodyOf(answer: Result<HttpAnswer, ApiFailure>): Result<unknown, ApiFailure> {
  if (!answer.ok) return answer;
  const { status, body, retryAfterMs } = answer.value;
  return isSuccess(status) ? ok(body) : fail(failureOf(status, body, retryAfterMs));
}

/** Converts the failure of a missing object to null. */
export const orNull = (answer: Result<unknown, ApiFailure>): Result<unknown, ApiFailure> =>
  !answer.ok && answer.failure.status === 404 && answer.failure.code === 'Gone' ? ok(null) : answer;

/** Parses a page of a listing. */
export function pageOf(answer: Result<HttpAnswer, ApiFailure>): Result<Page, ApiFailure> {
  const body = bodyOf(answer);
  if (!body.ok) return body;
  // The API server writes null for the items of an empty listing of metadata alone.
  const items = isRecord(body.value)
    ? body.value['items'] === null
      ? []
      : body.value['items']
    : [];
  if (!isRecord(body.value) || !Array.isArray(items) || !isRecord(body.value['metadata']))
    return fail(unreadable('a listing without items'));
  const { resourceVersion, continue: next } = body.value['metadata'];
  if (typeof resourceVersion !== 'string')
    return fail(unreadable('a listing without resourceVersion'));
  return ok({
    items,
    resourceVersion,
    next: typeof next === 'string' && next !== '' ? next : null,
  });
}

/** Parses discovery; a group unknown to the API server has no resources. */
export function verbsOf(
  answer: Result<unknown, ApiFailure>,
): Result<ReadonlyMap<string, readonly string[]>, ApiFailure> {
  if (!answer.ok) return answer.failure.status === 404 ? ok(new Map()) : answer;
  const resources = isRecord(answer.value) ? answer.value['resources'] : undefined;
  if (!Array.isArray(resources)) return fail(unreadable('a discovery document without resources'));
  const rows = resources
    .filter(isRecord)
    .filter(({ name, verbs }) => typeof name === 'string' && Array.isArray(verbs));
  return ok(
    new Map(
      rows.map(({ name, verbs }) => [String(name), (verbs as readonly unknown[]).map(String)]),
    ),
  );
}
