import type { Way } from '../../support/approving.ts';
import type { Strain } from './strains.ts';

/** An action. Numbers select from the tables of the universe, modulo their size. */
export type Deed =
  | Strain
  | { readonly do: 'apply'; readonly who: string; readonly spec: number; readonly policy: number }
  | { readonly do: 'delete' | 'recreate'; readonly who: string }
  | { readonly do: 'consent'; readonly who: string; readonly way: Way }
  | { readonly do: 'meddle'; readonly who: string; readonly how: number }
  | { readonly do: 'rotate'; readonly to: 'another token' | 'a wrong token' }
  | { readonly do: 'fail service'; readonly how: number }
  /** Serves a stale collection in its listing alone, or in reads by id too, for a while. */
  | {
      readonly do: 'show stale';
      readonly of: number;
      readonly byId: boolean;
      readonly forMs: number;
    }
  | { readonly do: 'fail cluster'; readonly how: number; readonly times: number }
  | { readonly do: 'die'; readonly at: number; readonly side: 'before' | 'after' }
  | { readonly do: 'stop' }
  /** Changes the grants of the operator's user. */
  | { readonly do: 'rights'; readonly how: number }
  /** Gives an object the credential of another account. */
  | { readonly do: 'move' }
  /** Sets the clock of the operator's machine to an offset from the service's. */
  | { readonly do: 'set clock'; readonly aheadMs: number }
  /** Edits the Secret of a credential: removes its labels, or deletes and recreates it after a
   *  while. */
  | { readonly do: 'edit secret'; readonly how: 'unlabel' | 'replace'; readonly goneMs: number }
  /** Changes the status of an object as another writer; numbers select the changes. */
  | {
      readonly do: 'spoil status';
      readonly who: string;
      readonly how: readonly number[];
      readonly which: number;
    }
  /** Renames an object or moves it to another namespace in one commit: the new object imports the
   *  item, and the old one is pruned. */
  | {
      readonly do: 'rename';
      readonly who: string;
      readonly to: 'another name' | 'another namespace';
    }
  /** Requests an item, or names it by id, in an object of another namespace with the same token. */
  | { readonly do: 'reach'; readonly who: string; readonly how: number }
  /** Forges the status of an object of another namespace, with the id of an item created later. */
  | { readonly do: 'forge'; readonly who: string; readonly ahead: number }
  /** Loses an object with its cluster's data and restores it from a backup, with a new uid. */
  | { readonly do: 'restore'; readonly who: string; readonly status: boolean }
  /** Restores a backup of every object in a second cluster that uses the account. */
  | { readonly do: 'copy cluster'; readonly status: boolean }
  /** Deletes the copy of an object in the second cluster. */
  | { readonly do: 'prune copy'; readonly who: string }
  /** Copies etcd. */
  | { readonly do: 'snapshot' }
  /** Restores the API server from the copy of etcd, with its uids and statuses, while the account
   *  has continued. */
  | { readonly do: 'put back'; readonly how: 'killed' | 'stopped' }
  /** Labels the instance that selectors match, or removes the label. */
  | { readonly do: 'label'; readonly on: boolean }
  /** Turns on the backups of an instance without backups repeatedly, as an outsider; a user
   *  consents once. */
  | { readonly do: 'relapse'; readonly times: number; readonly everyMs: number; readonly way: Way }
  /** Selects an instance after a while, and later pauses and deletes its object. */
  | { readonly do: 'linger'; readonly by: (typeof SELECTORS)[number]; readonly afterMs: number }
  /** Shows rows of foreign items with odd members; -1: unchanged. */
  | { readonly do: 'odd rows'; readonly how: number }
  /** Suspends the leader; another one takes over when its lease expires, and then it resumes. */
  | { readonly do: 'hand over'; readonly asleepMs: number }
  /** A user creates an Operation that reboots the instance. */
  | { readonly do: 'reboot' };

/** An action, and the pause after it. */
export interface Step {
  readonly deed: Deed;
  readonly thenMs: number;
}

export type History = readonly Step[];

/** Objects with a form that selects instances by their labels. */
export const SELECTORS = ['Firewall/wall', 'MySQLDatabase/shop'] as const;

/** Formats a history: a line per step. */
export const summaryLine = (history: History): string =>
  history
    .map(
      ({ deed: { do: what, ...rest }, thenMs: ms }) =>
        `  ${what} ${JSON.stringify(rest)}, then ${(ms / 1_000).toFixed(1)} s`,
    )
    .join('\n');
