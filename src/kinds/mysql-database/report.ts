import type { MySqlDatabase } from '../../api/databases.ts';
import type { DatabaseBackup } from '../../api/mysql-backups.ts';
import type { Reported } from '../../model/kind.ts';
import { engineOf } from './fields.ts';
import type { MySQLDatabaseStatus } from './status.ts';
import type { Seen } from './terms.ts';

/** What is kept of an item in status; backups that were not looked at, or are not shown, keep their last value. Never fails. */
export function reportDatabase({ item, details }: Seen): Reported<MySQLDatabaseStatus> {
  const { hosts, updates } = item;
  const known = hosts.primary !== null || typeof hosts.secondary === 'string';
  return {
    ...record(item),
    hosts: known ? { primary: hosts.primary ?? undefined, secondary: hosts.secondary ?? undefined } : null,
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
  created: item.created,
  updated: item.updated,
});

const backup = ({ id, label, type, created }: DatabaseBackup) => ({ id, label, type, created });
