import type { Health } from '../../model/outcome.ts';
import { reasonOf } from '../../model/reason.ts';
import { entryFor } from '../../model/table.ts';
import type { Seen, Wish } from './terms.ts';

interface Word {
  /** From how many nodes on the database can be used meanwhile. */
  readonly usableFrom: number;
  readonly message: string;
  /** Nothing changes until a person acts. */
  readonly stalled?: true;
}

const NEVER = Number.POSITIVE_INFINITY;

/** What the words mean for somebody who waits. A word that is not here is shown as it is.
 *  Source: databases#status; databases#maintenance-window. */
const WORDS: Readonly<Record<string, Word>> = {
  active: { usableFrom: 1, message: 'the database can be used' },
  backing_up: { usableFrom: 1, message: 'the database can be used while a backup is made' },
  updating: { usableFrom: 2, message: 'the service is changing or patching the database, which is down until that is done' },
  provisioning: { usableFrom: NEVER, message: 'the service is provisioning the database, which takes 15 to 30 minutes' },
  restoring: { usableFrom: NEVER, message: 'a backup is being restored; the database will be ready when that is done' },
  resuming: { usableFrom: NEVER, message: 'the database is being resumed; it will be ready when that is done' },
  suspending: { usableFrom: NEVER, message: 'the service is suspending the database' },
  suspended: { usableFrom: NEVER, message: 'the service suspended the database: resume it in the account', stalled: true },
  degraded: { usableFrom: NEVER, message: 'the database is degraded: not all of its nodes work' },
  failed: {
    usableFrom: NEVER,
    message: 'the database failed: open a ticket in the account, or restore a backup into a new database',
    stalled: true,
  },
  deleting: { usableFrom: NEVER, message: 'the service is deleting the database' },
  deleted: { usableFrom: NEVER, message: 'the service deleted the database' },
};

/** Whether the database can be used, by the service's word for it. Words are an open set. */
export function databaseHealth(_desired: Wish, { item }: Seen): Health {
  const { usableFrom, ...said }: Word = entryFor(WORDS, item.status) ?? {
    usableFrom: NEVER,
    message: `the service reports the database as ${item.status}; it is looked at until that ends`,
  };
  if (item.cluster_size >= usableFrom && usableFrom > 1)
    return {
      ready: true,
      reason: reasonOf(item.status),
      message: 'the service is changing or patching the database, which can be used meanwhile',
    };
  return { ready: item.cluster_size >= usableFrom, reason: reasonOf(item.status), ...said };
}
