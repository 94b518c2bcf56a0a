import { digest } from '../../model/fingerprint.ts';
import type { AnyKind } from '../../model/kind.ts';
import type { Status } from '../../model/status-layout.ts';
import { shortened } from '../pass/truncation.ts';

export type Requests = NonNullable<Status['requests']>;

/** Longest accepted token, in characters. */
const LONGEST_TOKEN = 128;
/** Number of unknown requests that are refused individually; further ones are only counted. */
const MOST_UNKNOWN = 10;
const LONGEST_MESSAGE = 1_024;
const OTHERS = '*';

/** Returns the reason that a token is refused; null: it is accepted. */
export const refusedToken = (token: string): string | null =>
  token.length <= LONGEST_TOKEN
    ? null
    : `the token has ${token.length} characters, at most ${LONGEST_TOKEN} are allowed`;

/** Shortens a long token for the status to its beginning and its digest. */
const keptToken = (token: string): string =>
  token.length <= LONGEST_TOKEN
    ? token
    : `${token.slice(0, LONGEST_TOKEN / 2).toWellFormed()}…${digest(token)}`;

/** Reports whether a record belongs to this token. */
export const isOfToken = (recorded: string | undefined, token: string): boolean =>
  recorded === token || recorded === keptToken(token);

/** Reports whether objects of a kind support a request. */
export const knowsRequest = (kind: AnyKind, verb: string): boolean =>
  verb === 'sync' || Object.hasOwn(kind.requests, verb) || Object.hasOwn(kind.answers ?? {}, verb);

/** Bounds the requests in the status: keeps all that the kind supports, of the others the first
 *  that annotations still request, and a count of the rest. @param asked the verbs of the
 *  annotations */
export function keptRequests(
  kind: AnyKind,
  requests: Requests,
  asked: readonly string[],
  changedAt: string,
): Requests {
  const unknown = asked.filter((verb) => !knowsRequest(kind, verb)).toSorted();
  const shown = new Set(unknown.slice(0, MOST_UNKNOWN));
  const kept = Object.entries(requests)
    .filter(([verb]) => knowsRequest(kind, verb) || shown.has(verb))
    .map(
      ([verb, one]) =>
        [
          verb,
          {
            ...one,
            token: keptToken(one.token),
            ...(one.message === undefined
              ? {}
              : { message: shortened(one.message, LONGEST_MESSAGE) }),
          },
        ] as const,
    );
  return {
    ...Object.fromEntries(kept),
    ...othersOf(kind, unknown.length - shown.size, requests[OTHERS], changedAt),
  };
}

function othersOf(
  { kind }: AnyKind,
  count: number,
  before: Requests[string] | undefined,
  changedAt: string,
): Requests {
  if (count <= 0) return {};
  const message = `${kind} knows none of ${count} more requests; remove their annotations`;
  const counted = { token: '', changedAt, state: 'Refused', message };
  return { [OTHERS]: before?.message === message ? before : counted };
}
