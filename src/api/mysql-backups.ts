import * as z from 'zod';
import { text } from './bounds.ts';
import { Empty, envelope, Id, Timestamp } from './conventions.ts';
import { endpoint } from './endpoint.ts';
import { word } from './word.ts';

/** A backup; listed once it is complete. Source: databases#backups. */
export const DatabaseBackup = z.looseObject({
  id: Id,
  created: Timestamp,
  label: z.string(),
  type: word(['auto', 'snapshot']),
});
export type DatabaseBackup = z.infer<typeof DatabaseBackup>;

/** A requested snapshot. The answer contains no id: find the backup by its label. Source:
 *  databases#backups. */
export const DatabaseSnapshot = z.strictObject({
  label: text(1, 30).regex(/^[A-Za-z0-9]+$/, 'Must only use ASCII letters and numbers'),
  target: z.enum(['primary', 'secondary']).default('primary'),
});
export type DatabaseSnapshot = z.input<typeof DatabaseSnapshot>;

/** Maximum number of snapshots of one database. Source: databases#backups. */
export const SNAPSHOTS_MAX = 3;

/** Hour (UTC) of the daily automatic backup, and its retention in days. Source:
 *  databases#backups. */
export const AUTOMATIC_BACKUPS = { hourUtc: 0, days: 7 } as const;

/** Time until a new database is active, in minutes. Source: databases#status. */
export const PROVISIONING_MINUTES = { min: 15, max: 30 } as const;

const all = '/databases/mysql/instances/{instanceId}/backups';
const one = `${all}/{backupId}` as const;
const described = { scopes: ['databases:read_write'], source: 'databases#backups' } as const;
const namedOnly = {
  scopes: ['databases:read_write'],
  named: true,
  source: 'databases#backups',
} as const;

/** Operations on backups. Reads require read_write too. */
export const mysqlBackups = {
  list: endpoint({
    ...described,
    method: 'GET',
    path: all,
    response: envelope(DatabaseBackup),
    paged: 'sized',
    filters: ['type', 'created'],
  }),
  snapshot: endpoint({
    ...described,
    method: 'POST',
    path: all,
    body: DatabaseSnapshot,
    response: Empty,
  }),
  view: endpoint({ ...namedOnly, method: 'GET', path: one, response: DatabaseBackup }),
  delete: endpoint({ ...namedOnly, method: 'DELETE', path: one, response: Empty }),
  restore: endpoint({ ...namedOnly, method: 'POST', path: `${one}/restore`, response: Empty }),
} as const;
