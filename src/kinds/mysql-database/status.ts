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
  createdAt: moment('When it was made.').optional(),
});

/** What a MySQLDatabase's status mirrors. Source: databases#instances. */
export const MySQLDatabaseStatus = z.strictObject({
  label: text('Label in the account.'),
  engine: text('Engine and version.'),
  region: text('Region that the database is in.'),
  type: text('Plan of the nodes.'),
  clusterSize: whole('Number of nodes.'),
  encrypted: flag('Whether the disks are encrypted.'),
  replicationType: text('How the nodes replicate.'),
  sslConnection: flag('Whether connections have to use TLS.'),
  port: whole('Port to connect to.'),
  hosts: z
    .strictObject({
      primary: text('Name of the primary node.'),
      secondary: text('Name by which the network of the account reaches it.'),
    })
    .optional()
    .describe('Host names, there once the database is active.'),
  allowList: setOf(z.array(z.string()))
    .optional()
    .describe('Addresses and ranges that may connect.'),
  updates: z
    .strictObject({
      frequency: text('weekly or monthly.'),
      dayOfWeek: whole('Day of the week, 1 is Monday.'),
      weekOfMonth: whole('Week of the month.'),
      hourOfDay: whole('Hour at which it begins, in UTC.'),
      duration: whole('Length in hours.'),
    })
    .optional()
    .describe('When the service patches the operating system.'),
  backups: mapBy(z.array(StoredBackup), 'id').optional().describe('Backups that are stored.'),
  createdAt: moment('When the database was made.').optional(),
  updatedAt: moment('When the database was last changed.').optional(),
});
export type MySQLDatabaseStatus = typeof MySQLDatabaseStatus;
