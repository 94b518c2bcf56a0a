import { table } from '../../core/table.ts';
import type { Entity, Turn } from '../../core/turn.ts';
import type { Row } from '../../core/world.ts';

export type DatabaseStatus =
  | 'provisioning'
  | 'active'
  | 'suspending'
  | 'suspended'
  | 'resuming'
  | 'restoring'
  | 'failed'
  | 'degraded'
  | 'updating'
  | 'backing_up'
  | 'deleting';

/** The weekly or monthly maintenance window: hours in UTC, duration in hours, Monday is day 1. */
export interface Window {
  readonly frequency: 'weekly' | 'monthly';
  readonly duration: number;
  readonly hour_of_day: number;
  readonly day_of_week: number | null;
  readonly week_of_month: number | null;
}

/** A managed MySQL database; members after `updated` are hidden. Times without a unit are
 *  milliseconds since the epoch. */
export interface DatabaseRow extends Row {
  readonly label: string;
  readonly type: string;
  readonly version: string;
  readonly region: string;
  readonly status: DatabaseStatus;
  readonly encrypted: boolean;
  readonly allow_list: readonly string[];
  readonly cluster_size: number;
  readonly hosts: { readonly primary: string | null; readonly secondary: string | null };
  readonly ssl_connection: boolean;
  readonly replication_type: 'none' | 'asynch' | 'semi_synch';
  readonly updates: Window;
  readonly created: string;
  readonly updated: string;
  readonly password: string;
  /** Creation time of the password. */
  readonly passwordAt: number;
  readonly certificate: string;
  /** Time from which the certificate is shown; null before the database is active. */
  readonly certificateAt: number | null;
  /** True if a backup is running, although the status may still show active. */
  readonly isBackedUp?: boolean;
  /** Time until which reads still show active, although an update has started. */
  readonly lagsUntil: number;
}

export const databaseTable = table<DatabaseRow>('databases');

const path = '/databases/mysql/instances';

/** Returns the shown status: after an accepted update, a read may still show active for a moment.
 *  Source: conventions#late-reads; databases#status. */
const shownStatus = (turn: Turn, row: DatabaseRow): DatabaseStatus =>
  row.status === 'updating' && turn.now < row.lagsUntil ? 'active' : row.status;

const anyEngine = (turn: Turn, row: DatabaseRow): Readonly<Record<string, unknown>> => ({
  id: row.id,
  label: row.label,
  type: row.type,
  engine: 'mysql',
  version: row.version,
  region: row.region,
  status: shownStatus(turn, row),
  encrypted: row.encrypted,
  allow_list: row.allow_list,
  cluster_size: row.cluster_size,
  hosts: row.hosts,
  port: 3306,
  updates: row.updates,
  created: row.created,
  updated: row.updated,
});

/** Builds the record for the list of all engines. Source: databases#instances. */
export const showWithUri = (turn: Turn, row: DatabaseRow): Readonly<Record<string, unknown>> => ({
  ...anyEngine(turn, row),
  instance_uri: `/v4${path}/${row.id}`,
});

/** Source: databases#instances. */
export const databases: Entity<DatabaseRow> = {
  type: 'database',
  path,
  table: databaseTable,
  label: (row) => row.label,
  show: (turn, row) => ({
    ...anyEngine(turn, row),
    ssl_connection: row.ssl_connection,
    replication_type: row.replication_type,
  }),
};
