import { type Failure, fail, type Problem, type Result } from '../../model/failure.ts';
import { type Answer, parseJson, problemsOf, retryAfterMs } from './answer.ts';

/** The meaning of an answer. */
export interface Verdict {
  readonly result: Result<unknown>;
  /** The scope to slow down: the route, the whole token, or nothing. */
  readonly slows: 'route' | 'token' | null;
  /** True if a read may be retried within seconds. */
  readonly again: boolean;
}

/** The parts of a refusal that decide its meaning. Problems are null when the body is not in the
 *  service's own form: a proxy answered then. */
interface Refusal {
  readonly status: number;
  readonly wrote: boolean;
  readonly headers: Answer['headers'];
  readonly problems: readonly Problem[] | null;
}

interface Row {
  readonly holds: (refusal: Refusal) => boolean;
  readonly failure: (refusal: Refusal) => Failure;
  readonly slows?: 'route' | 'token';
  readonly again?: true;
}

/** Reasons that end when other items or the account change, although they name a field. They do not
 *  name the service. Source: conventions#reasons; conventions#labels; volumes#attach. */
const GUARD =
  /\bmust be unique\b|\balready (?:exists|attached|in use)\b|\bnot active\b|\blimit reached\b|\bunable to perform a lookup\b/i;
/** Source: compute#busy. */
const BUSY = /\bbusy\.?$/i;
/** Source: clusters#access. */
const NOT_YET = /\bnot yet available\b/i;
/** Source: conventions#authentication. */
const SCOPE_MISSING = /\bnot authorized to use this endpoint\b/i;
const UNKNOWN_SCOPES = 'unknown';

const isGuard = ({ field, reason }: Problem): boolean => field === undefined || GUARD.test(reason);
const isIn = (refusal: Refusal, ...codes: readonly number[]): boolean =>
  codes.includes(refusal.status);
const says = (refusal: Refusal, pattern: RegExp): boolean =>
  refusal.problems?.some(({ reason }) => pattern.test(reason)) === true;

const tokenIsUnknown = (refusal: Refusal): boolean => {
  const scopes = refusal.headers['x-oauth-scopes'];
  return scopes === undefined ? !says(refusal, SCOPE_MISSING) : scopes.trim() === UNKNOWN_SCOPES;
};

const detailOf = ({ status, problems }: Refusal): string =>
  problems
    ?.map(({ field, reason }) => (field === undefined ? reason : `${field}: ${reason}`))
    .join('; ') ?? `the service answered ${status}`;

const failureOf =
  (code: Exclude<Failure['code'], 'Rejected'>) =>
  (refusal: Refusal): Failure => ({ code, detail: detailOf(refusal) });
const later =
  (code: 'Throttled' | 'NotYet') =>
  (refusal: Refusal): Failure => {
    const waitMs = retryAfterMs(refusal.headers);
    return {
      code,
      detail: detailOf(refusal),
      ...(waitMs === null ? {} : { retryAfterMs: waitMs }),
    };
  };
const guarded = (refusal: Refusal): Failure => {
  const field = refusal.problems?.find((problem) => problem.field !== undefined)?.field;
  return { code: 'Guarded', detail: detailOf(refusal), ...(field === undefined ? {} : { field }) };
};
const denied = (refusal: Refusal): Failure => {
  const wanted = refusal.headers['x-accepted-oauth-scopes'];
  return {
    code: 'Denied',
    detail: wanted === undefined ? detailOf(refusal) : `the token lacks the scope ${wanted}`,
  };
};
const notGranted = (refusal: Refusal): Failure => ({
  code: 'Denied',
  detail: `the user of the token has no grant for this: ${detailOf(refusal)}`,
});
const unreachable = failureOf('Unreachable');

/** Refusals and their meanings; the first matching row decides. A body in a foreign form proves
 *  nothing about the item, so that a proxy's 404 is never «not found»; nor whether a write took
 *  effect. Source: conventions#errors. */
const TABLE: readonly Row[] = [
  { holds: (r) => isIn(r, 429), failure: later('Throttled'), slows: 'route' },
  { holds: (r) => isIn(r, 408) && !r.wrote, failure: later('Throttled'), slows: 'route' },
  { holds: (r) => isIn(r, 503) && !r.wrote && says(r, NOT_YET), failure: later('NotYet') },
  { holds: (r) => isIn(r, 503), failure: unreachable, slows: 'token' },
  { holds: (r) => r.status < 400, failure: failureOf('Unreadable') },
  { holds: (r) => r.problems === null, failure: unreachable, again: true },
  { holds: (r) => isIn(r, 401) && tokenIsUnknown(r), failure: failureOf('Unauthenticated') },
  { holds: (r) => isIn(r, 401), failure: denied },
  { holds: (r) => isIn(r, 403), failure: notGranted },
  { holds: (r) => isIn(r, 404), failure: failureOf('NotFound') },
  { holds: (r) => isIn(r, 400) && says(r, BUSY), failure: failureOf('Busy') },
  { holds: (r) => isIn(r, 400, 409) && r.problems?.every(isGuard) === true, failure: guarded },
  { holds: (r) => isIn(r, 408) || r.status >= 500, failure: unreachable, again: true },
  {
    holds: () => true,
    failure: ({ problems }) => ({ code: 'Rejected', problems: problems ?? [] }),
  },
];

const refused = (refusal: Refusal): Verdict => {
  const row = TABLE.find(({ holds }) => holds(refusal));
  const failure = (row?.failure ?? unreachable)(refusal);
  return { result: fail(failure), slows: row?.slows ?? null, again: row?.again === true };
};

/** Judges an answer: the parsed JSON (undefined for an empty body), or the failure. Never throws.
 *  @param wrote true if the request could change something: an unclear result may then have taken
 *  effect */
export function judge(answer: Answer, wrote: boolean): Verdict {
  const { status, headers } = answer;
  if (status < 200 || status > 299)
    return refused({ status, wrote, headers, problems: problemsOf(answer.text) });
  const body = answer.json ?? parseJson(answer.text);
  if (body.ok) return { result: body, slows: null, again: false };
  return {
    result: fail({ code: 'Unreadable', detail: `the answer ${status} of the service is not JSON` }),
    slows: null,
    again: false,
  };
}
