import { digest } from '../../model/fingerprint.ts';
import type { AnyKind } from '../../model/kind.ts';
import type { Status } from '../../model/status-layout.ts';
import { shortened } from '../pass/truncation.ts';

export type Requests = NonNullable<Status['requests']>;

/** A token longer than this is not acted upon. */
const LONGEST_TOKEN = 128;
/** Requests that a kind does not know are refused one by one; more of them are only counted. */
const MOST_UNKNOWN = 10;
const LONGEST_MESSAGE = 1_024;
const OTHERS = '*';

/** Why a token is not acted upon; null: it may be. */
export const refusedToken = (token: string): string | null =>
  token.length <= LONGEST_TOKEN
    ? null
    : `the token has ${token.length} characters, at most ${LONGEST_TOKEN} are allowed`;

/** A token as the status keeps it: a long one by its beginning and its digest. */
const keptToken = (token: string): string =>
  token.length <= LONGEST_TOKEN
    ? token
    : `${token.slice(0, LONGEST_TOKEN / 2).toWellFormed()}…${digest(token)}`;

/** Whether the status speaks of this token. */
export const isOfToken = (recorded: string | undefined, token: string): boolean =>
  recorded === token || recorded === keptToken(token);

/** Whether objects of a kind know a request. */
export const knowsRequest = (kind: AnyKind, verb: string): boolean =>
  verb === 'sync' || Object.hasOwn(kind.requests, verb) || Object.hasOwn(kind.answers ?? {}, verb);

/** What the status keeps of requests, in bounded room: all that the kind knows; of others the first
 *  that annotations still ask for, and how many more there are. @param asked the verbs of the
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
