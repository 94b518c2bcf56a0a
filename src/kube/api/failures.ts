import type { KubeFailure } from '../../engine/ports/cluster.ts';

/** A failed request, with members for the adapter alone. */
export interface ApiFailure extends KubeFailure {
  /** HTTP status; null when no complete answer came. */
  readonly status: number | null;
  /** Delay that the API server requests. */
  readonly retryAfterMs: number | null;
}

/** Codes by HTTP status. 401 is transient: credentials rotate and are read again. Source:
 *  Kubernetes API conventions, "HTTP status codes". */
const CODES: Readonly<Record<number, KubeFailure['code']>> = {
  401: 'Unreachable',
  403: 'Denied',
  408: 'Unreachable',
  409: 'Conflict',
  410: 'Gone',
  429: 'Unreachable',
};

const TERMINATING_CAUSE = 'NamespaceTerminating';

/** Maps an answer to a code. A 404 concerns the object only where it names one; otherwise it
 *  concerns the type, which a restarted server may not serve yet. A 403 may report that the
 *  namespace is terminating. */
function codeOf(status: number, body: unknown): KubeFailure['code'] {
  const details = member(body, 'details');
  if (status === 404) return member(details, 'name') ? 'Gone' : 'Unreachable';
  if (status === 403 && isTerminating(details)) return 'Terminating';
  if (status >= 500 && isTooLarge(body)) return 'Unwritable';
  return CODES[status] ?? (status >= 500 || status < 400 ? 'Unreachable' : 'Unwritable');
}

const member = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;

function isTerminating(details: unknown): boolean {
  const causes = member(details, 'causes');
  return (
    Array.isArray(causes) && causes.some((cause) => member(cause, 'reason') === TERMINATING_CAUSE)
  );
}

/** Reports an object too large for the database behind the API server, which only the message
 *  shows: a permanent failure. */
const isTooLarge = (body: unknown): boolean =>
  String(member(body, 'message')).includes('request is too large');

/** Maps an unsuccessful answer to a failure. `body`: Kubernetes' Status object, or any other
 *  body. */
export function failureOf(
  status: number,
  body: unknown,
  retryAfterMs: number | null = null,
): ApiFailure {
  const message = member(body, 'message');
  const detail = typeof message === 'string' && message !== '' ? message : wordsFor(status);
  return { code: codeOf(status, body), detail, status, retryAfterMs };
}

/** Describes a status without a message. A bare 404 indicates a type that is not served. */
const wordsFor = (status: number): string =>
  status === 404
    ? 'the API server answered 404: it does not serve this type yet; are the definitions in crds/ applied?'
    : `the API server answered ${status}`;

/** Builds the failure of a request without a complete answer: a write may have taken effect. */
export const unreachable = (error: unknown): ApiFailure => ({
  code: 'Unreachable',
  detail: reasonOf(error),
  status: null,
  retryAfterMs: null,
});

/** Builds the failure of an answer that no API server sends (from a proxy or a starting server):
 *  transient, or a wrong address. */
export const unreadable = (what: string): ApiFailure => ({
  code: 'Unreachable',
  detail: `the API server answered with ${what}`,
  status: null,
  retryAfterMs: null,
});

/** Reports an expired resourceVersion: only a new listing helps. */
export const isExpired = (failure: ApiFailure): boolean => failure.status === 410;

/** Returns the message of the innermost cause, with its system code where the message lacks it. */
export function reasonOf(error: unknown): string {
  const cause = member(error, 'cause');
  if (cause instanceof Error) return reasonOf(cause);
  const code = member(error, 'code');
  const message = error instanceof Error ? error.message : String(error);
  return typeof code === 'string' && !message.includes(code)
    ? `${message} (${code})`.trim()
    : message;
}
