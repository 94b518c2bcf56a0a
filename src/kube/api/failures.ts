import type { KubeFailure } from '../../engine/ports/cluster.ts';

/** A failed request, with what only the adapter itself wants to know. */
export interface ApiFailure extends KubeFailure {
  /** The HTTP status; null when no whole answer came. */
  readonly status: number | null;
  /** How long the API server asks to be left alone. */
  readonly retryAfterMs: number | null;
}

/** What the statuses of the Kubernetes API mean. 401 passes by itself: credentials rotate and are
 *  read again. Source: Kubernetes API conventions, "HTTP status codes". */
const CODES: Readonly<Record<number, KubeFailure['code']>> = {
  401: 'Unreachable',
  403: 'Denied',
  408: 'Unreachable',
  409: 'Conflict',
  410: 'Gone',
  429: 'Unreachable',
};

const TERMINATING_CAUSE = 'NamespaceTerminating';

/** 404 says that there is no such object only where it names one; else it speaks of the type, which
 *  a server that has just come back may not serve yet. 403 says of a namespace that is being
 *  deleted that nothing can be made in it. */
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

/** The database behind the API server refuses a large object in words alone: it never passes. */
const isTooLarge = (body: unknown): boolean =>
  String(member(body, 'message')).includes('request is too large');

/** What an answer that is no success means. `body`: Kubernetes' Status object, or whatever came. */
export function failureOf(
  status: number,
  body: unknown,
  retryAfterMs: number | null = null,
): ApiFailure {
  const message = member(body, 'message');
  const detail = typeof message === 'string' && message !== '' ? message : wordsFor(status);
  return { code: codeOf(status, body), detail, status, retryAfterMs };
}

/** A 404 with nothing to it is what a type that is not served looks like. */
const wordsFor = (status: number): string =>
  status === 404
    ? 'the API server answered 404: it does not serve this type yet; are the definitions in crds/ applied?'
    : `the API server answered ${status}`;

/** No whole answer came: whether a write took effect is not known. */
export const unreachable = (error: unknown): ApiFailure => ({
  code: 'Unreachable',
  detail: reasonOf(error),
  status: null,
  retryAfterMs: null,
});

/** Something answered that does not speak like an API server (a proxy, a half-started server): it
 *  passes, or the address is wrong. */
export const unreadable = (what: string): ApiFailure => ({
  code: 'Unreachable',
  detail: `the API server answered with ${what}`,
  status: null,
  retryAfterMs: null,
});

/** True when the resourceVersion that was asked for is no longer kept: only a new listing helps. */
export const isExpired = (failure: ApiFailure): boolean => failure.status === 410;

/** The innermost words of an error, with its system code where the words lack it. */
export function reasonOf(error: unknown): string {
  const cause = member(error, 'cause');
  if (cause instanceof Error) return reasonOf(cause);
  const code = member(error, 'code');
  const message = error instanceof Error ? error.message : String(error);
  return typeof code === 'string' && !message.includes(code)
    ? `${message} (${code})`.trim()
    : message;
}
