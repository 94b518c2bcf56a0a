import { z } from 'zod';
import type { MySqlDatabase } from '../../../api/databases.ts';
import { path } from '../../../api/endpoint.ts';
import { Instance, instances } from '../../../api/instances.ts';
import { DatabaseCredentials, DatabaseSsl, mysql } from '../../../api/mysql.ts';
import { DatabaseBackup, mysqlBackups } from '../../../api/mysql-backups.ts';
import type { Read } from '../../../model/request.ts';
import type { Desired, Details } from '../types.ts';
import { asksForInstances } from './allow-list.ts';

/** Just after it became active the service may refuse these for a while, and a token may not be
 *  allowed to see them. */
const mayFail = ['NotFound', 'NotYet', 'Guarded', 'Denied'] as const;

/** What of an instance says whether it has an address. */
const Machine = Instance.pick({ id: true, ipv4: true });

/** Words in which there are no backups to list. */
const WITHOUT_BACKUPS: readonly string[] = ['provisioning', 'deleting', 'deleted'];

/** What is read of a database beside its row: nothing while it is provisioned, so that the shared
 *  listing is all that waiting costs; the instances of the account only where the allow list is to
 *  lose addresses and a reference has no value. Source: databases#status; databases#credentials. */
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
