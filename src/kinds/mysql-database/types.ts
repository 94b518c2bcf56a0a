import type { MySqlDatabase } from '../../api/databases.ts';
import type { Instance } from '../../api/instances.ts';
import type { DatabaseCredentials, DatabaseSsl } from '../../api/mysql.ts';
import type { DatabaseBackup } from '../../api/mysql-backups.ts';
import type * as Kind from '../../model/kind.ts';
import type { MySQLDatabaseSpec } from './spec.ts';

/** Details of a database that the listing does not show, one request each. */
export interface Details {
  readonly credentials: DatabaseCredentials;
  readonly ssl: DatabaseSsl;
  readonly backups: readonly DatabaseBackup[];
  /** Instances of the account. */
  readonly instances: readonly Pick<Instance, 'id' | 'ipv4'>[];
}

export type Desired = Kind.Desired<MySQLDatabaseSpec>;
export type Observed = Kind.Observed<MySqlDatabase, Details>;
