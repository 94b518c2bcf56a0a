import type { FailureCode } from '../../model/failure.ts';
import type { Session } from '../http/session.ts';
import type { Time } from '../time.ts';
import {
  type Deletion,
  type Named,
  question,
  type Reading,
  takePage,
  UNREAD_FEED,
} from './events.ts';
import { SWEEP } from './sweep.ts';

export interface HintParts {
  readonly time: Time;
  /** Returns the session that reads the feed; null while there is none, or no collection is in
   *  use. */
  readonly session: () => Session | null;
  readonly periodMs: () => number;
  readonly named: (named: readonly Named[]) => void;
  readonly deleted: (deletion: Deletion) => void;
  /** Reports an exception, which is a bug. The next read happens nevertheless. */
  readonly broken: (error: unknown) => void;
}

const FEED = '/account/events';
/** The feed is not available to this token or in this form: sweeps find every change anyway. */
const GIVES_UP: readonly FailureCode[] = ['Denied', 'Rejected', 'NotFound', 'Guarded'];

/** Polls the account's events for items to read before the next sweep. Events are hints, not facts,
 *  except for completed deletions. Marks no event as read or seen, which users would notice.
 *  Source: events#read-and-seen. */
export interface Hints {
  close(): void;
}

/** Reports whether a token may read the feed. @param scopes of the token, `*` for all */
export const mayReadFeed = (scopes: readonly string[]): boolean =>
  scopes.some((scope) => ['*', 'events:read_only', 'events:read_write'].includes(scope));

export function createHints(parts: HintParts): Hints {
  let reading: Reading = UNREAD_FEED;
  let isOver = false;
  let cancel = (): void => undefined;
  const again = (): void => {
    if (!isOver) cancel = parts.time.after(parts.periodMs(), turn);
  };
  const look = async (session: Session): Promise<void> => {
    const reply = await session.get({ path: FEED, ...question(reading) }, () => SWEEP);
    if (!reply.ok) {
      if (GIVES_UP.includes(reply.failure.code)) isOver = true;
      return;
    }
    const taken = takePage(reading, reply.value.value);
    reading = taken.reading;
    for (const deletion of taken.deletions) parts.deleted(deletion);
    if (taken.named.length > 0) parts.named(taken.named);
  };
  const turn = (): void => {
    const session = parts.session();
    if (session === null) again();
    else look(session).catch(parts.broken).finally(again);
  };
  again();
  return {
    close: () => {
      isOver = true;
      cancel();
    },
  };
}
