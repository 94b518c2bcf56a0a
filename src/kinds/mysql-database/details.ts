import { z } from 'zod';
import type { MySqlDatabase } from '../../api/databases.ts';
import { path } from '../../api/endpoint.ts';
import { DatabaseCredentials, DatabaseSsl, mysql } from '../../api/mysql.ts';
import { DatabaseBackup, mysqlBackups } from '../../api/mysql-backups.ts';
import type { Read } from '../../model/request.ts';
import type { Details, Wish } from './terms.ts';

/** Just after it became active the service may refuse these for a while, and a token may not be allowed to see them. */
const mayFail = ['NotFound', 'NotYet', 'Guarded', 'Denied'] as const;

/** Words in which there are no backups to list. */
const WITHOUT_BACKUPS: readonly string[] = ['provisioning', 'deleting', 'deleted'];

/** What is read of a database beside its row: nothing while it is provisioned, so that the shared listing is all that waiting costs.
 *  Source: document 2, "States and transitions" and "Managed databases", 5; facts, 1.10. */
export function databaseDetails(_: Wish, { id, status }: MySqlDatabase): { readonly [K in keyof Details]: Read<Details[K]> | null } {
  const instanceId = id;
  const isActive = status === 'active';
  return {
    credentials: isActive
      ? { path: path(mysql.credentials.path, { instanceId }), schema: DatabaseCredentials, paged: false, mayFail }
      : null,
    ssl: isActive ? { path: path(mysql.ssl.path, { instanceId }), schema: DatabaseSsl, paged: false, mayFail } : null,
    backups: WITHOUT_BACKUPS.includes(status)
      ? null
      : { path: path(mysqlBackups.list.path, { instanceId }), schema: z.array(DatabaseBackup), paged: true, mayFail },
  };
}
