import { z } from 'zod';
import { mapBy, setOf } from '../../model/lists.ts';
import { moment } from '../../model/moment.ts';

const whole = (what: string) => z.int().optional().describe(what);
const text = (what: string) => z.string().optional().describe(what);
const flag = (what: string) => z.boolean().optional().describe(what);

const StoredBackup = z.strictObject({
  id: z.int().describe('Id of the backup.'),
  label: z.string().describe('Label of the backup.'),
  type: z.string().describe('auto or snapshot.'),
  createdAt: moment('Time of the creation.').optional(),
});

/** The status of a MySQLDatabase. Source: databases#instances. */
export const MySQLDatabaseStatus = z.strictObject({
  label: text('Label in the account.'),
  engine: text('Engine and version.'),
  region: text('Region of the database.'),
  type: text('Plan of the nodes.'),
  clusterSize: whole('Number of nodes.'),
  encrypted: flag('True if the disks are encrypted.'),
  replicationType: text('Replication between the nodes.'),
  sslConnection: flag('True if connections require TLS.'),
  port: whole('Port to connect to.'),
  hosts: z
    .strictObject({
      primary: text('Name of the primary node.'),
      secondary: text('Host name in the network of the account.'),
    })
    .optional()
    .describe('Host names, available when the database is active.'),
  allowList: setOf(z.array(z.string()))
    .optional()
    .describe('Addresses and ranges that can connect.'),
  updates: z
    .strictObject({
      frequency: text('weekly or monthly.'),
      dayOfWeek: whole('Day of the week, 1 is Monday.'),
      weekOfMonth: whole('Week of the month.'),
      hourOfDay: whole('Hour of the beginning, in UTC.'),
      duration: whole('Length in hours.'),
    })
    .optional()
    .describe('Maintenance window of the service.'),
  backups: mapBy(z.array(StoredBackup), 'id').optional().describe('Stored backups.'),
  createdAt: moment('Time when the database was created.').optional(),
  updatedAt: moment('Time of the last change of the database.').optional(),
});
export type MySQLDatabaseStatus = typeof MySQLDatabaseStatus;
