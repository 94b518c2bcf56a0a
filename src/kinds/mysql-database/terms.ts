import type { MySqlDatabase } from '../../api/databases.ts';
import type { DatabaseCredentials, DatabaseSsl } from '../../api/mysql.ts';
import type { DatabaseBackup } from '../../api/mysql-backups.ts';
import type { Desired, Observed } from '../../model/kind.ts';
import type { MySQLDatabaseSpec } from './spec.ts';

/** What a database has that the listing does not show: one request each. */
export interface Details {
  readonly credentials: DatabaseCredentials;
  readonly ssl: DatabaseSsl;
  readonly backups: readonly DatabaseBackup[];
}

export type Wish = Desired<MySQLDatabaseSpec>;
export type Seen = Observed<MySqlDatabase, Details>;
