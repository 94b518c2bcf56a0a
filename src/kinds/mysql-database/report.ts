import type { MySqlDatabase } from '../../api/databases.ts';
import type { DatabaseBackup } from '../../api/mysql-backups.ts';
import type { Reported } from '../../model/kind.ts';
import { shownTime } from '../../model/moment.ts';
import type { Health } from '../../model/outcome.ts';
import { reasonOf } from '../../model/reason.ts';
import { entryFor } from '../../model/table.ts';
import { engineOf } from './fields.ts';
import type { MySQLDatabaseStatus } from './status.ts';
import type { Desired, Observed } from './types.ts';

/** Returns the status members of an item; backups that were not read, or are not shown, keep their
 *  last value. Never fails. */
export function reportDatabase({ item, details }: Observed): Reported<MySQLDatabaseStatus> {
  const { hosts, updates } = item;
  const known = hosts.primary !== null || typeof hosts.secondary === 'string';
  return {
    ...record(item),
    hosts: known
      ? { primary: hosts.primary ?? undefined, secondary: hosts.secondary ?? undefined }
      : null,
    updates: {
      frequency: updates.frequency,
      dayOfWeek: updates.day_of_week ?? undefined,
      weekOfMonth: updates.week_of_month ?? undefined,
      hourOfDay: updates.hour_of_day,
      duration: updates.duration,
    },
    ...(details.backups ? { backups: details.backups.map(backup) } : {}),
  };
}

const record = (item: MySqlDatabase): Reported<MySQLDatabaseStatus> => ({
  label: item.label,
  engine: engineOf(item),
  region: item.region,
  type: item.type,
  clusterSize: item.cluster_size,
  encrypted: item.encrypted,
  replicationType: item.replication_type,
  sslConnection: item.ssl_connection,
  port: item.port,
  allowList: item.allow_list,
  createdAt: shownTime(item.created),
  updatedAt: shownTime(item.updated),
});

const backup = ({ id, label, type, created }: DatabaseBackup) => ({
  id,
  label,
  type,
  createdAt: shownTime(created) ?? undefined,
});

interface Word {
  /** Smallest number of nodes with which the database is usable in this status. */
  readonly usableFrom: number;
  readonly message: string;
  /** True if the status does not change until a user acts. */
  readonly stalled?: true;
}

const NEVER = Number.POSITIVE_INFINITY;

/** Messages of statuses. An unknown status is shown as it is. Source: databases#status;
 *  databases#maintenance-window. */
const WORDS: Readonly<Record<string, Word>> = {
  active: { usableFrom: 1, message: 'the database can be used' },
  backing_up: { usableFrom: 1, message: 'the database can be used while a backup is made' },
  updating: {
    usableFrom: 2,
    message: 'the service is changing or patching the database, which is down meanwhile',
  },
  provisioning: {
    usableFrom: NEVER,
    message: 'the service is provisioning the database, which takes 15 to 30 minutes',
  },
  restoring: {
    usableFrom: NEVER,
    message: 'a backup is being restored; the database will be ready afterwards',
  },
  resuming: {
    usableFrom: NEVER,
    message: 'the database is being resumed; it will be ready afterwards',
  },
  suspending: { usableFrom: NEVER, message: 'the service is suspending the database' },
  suspended: {
    usableFrom: NEVER,
    message: 'the service suspended the database: resume it in the account',
    stalled: true,
  },
  degraded: { usableFrom: NEVER, message: 'the database is degraded: not all of its nodes work' },
  failed: {
    usableFrom: NEVER,
    message:
      'the database failed: open a ticket in the account, or restore a backup into a new database',
    stalled: true,
  },
  deleting: { usableFrom: NEVER, message: 'the service is deleting the database' },
  deleted: { usableFrom: NEVER, message: 'the service deleted the database' },
};

/** Reports the health by the service's status. Statuses are an open set. */
export function databaseHealth(_desired: Desired, { item }: Observed): Health {
  const { usableFrom, ...conditionText }: Word = entryFor(WORDS, item.status) ?? {
    usableFrom: NEVER,
    message: `the service reports the database as ${item.status}; the operator checks it until this state ends`,
  };
  if (item.cluster_size >= usableFrom && usableFrom > 1)
    return {
      ready: true,
      reason: reasonOf(item.status),
      message: 'the service is changing or patching the database, which can be used meanwhile',
    };
  return {
    ready: item.cluster_size >= usableFrom,
    reason: reasonOf(item.status),
    ...conditionText,
  };
}
