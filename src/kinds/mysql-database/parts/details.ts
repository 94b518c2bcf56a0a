import { z } from 'zod';
import type { MySqlDatabase } from '../../../api/databases.ts';
import { path } from '../../../api/endpoint.ts';
import { Instance, instances } from '../../../api/instances.ts';
import { DatabaseCredentials, DatabaseSsl, mysql } from '../../../api/mysql.ts';
import { DatabaseBackup, mysqlBackups } from '../../../api/mysql-backups.ts';
import type { Read } from '../../../model/request.ts';
import type { Desired, Details } from '../types.ts';
import { asksForInstances } from './allow-list.ts';

/** Failures shortly after the database became active, or for a token without permission. */
const mayFail = ['NotFound', 'NotYet', 'Guarded', 'Denied'] as const;

/** The members of an instance that show its addresses. */
const Machine = Instance.pick({ id: true, ipv4: true });

/** Statuses without backups. */
const WITHOUT_BACKUPS: readonly string[] = ['provisioning', 'deleting', 'deleted'];

/** Reads the details of a database: none while it is provisioned, so that the shared listing is the
 *  only cost of waiting; the instances of the account only where the allow list loses addresses and
 *  a reference is unresolved. Source: databases#status; databases#credentials. */
export function databaseDetails(
  desired: Desired,
  item: MySqlDatabase,
): { readonly [K in keyof Details]: Read<Details[K]> | null } {
  const { id: instanceId, status } = item;
  const isActive = status === 'active';
  return {
    credentials: isActive
      ? {
          path: path(mysql.credentials.path, { instanceId }),
          schema: DatabaseCredentials,
          paged: false,
          mayFail,
        }
      : null,
    ssl: isActive
      ? { path: path(mysql.ssl.path, { instanceId }), schema: DatabaseSsl, paged: false, mayFail }
      : null,
    backups: WITHOUT_BACKUPS.includes(status)
      ? null
      : {
          path: path(mysqlBackups.list.path, { instanceId }),
          schema: z.array(DatabaseBackup),
          paged: true,
          mayFail,
        },
    instances: asksForInstances(desired, item)
      ? { path: instances.list.path, schema: z.array(Machine), paged: true, mayFail }
      : null,
  };
}
