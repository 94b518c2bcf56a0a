import * as z from 'zod';
import { text } from './bounds.ts';
import { Empty, Id, Timestamp } from './conventions.ts';
import { endpoint } from './endpoint.ts';
import { word } from './word.ts';

/** A backup of an instance; `finished` is null until it is done, `label` null for automatic ones,
 *  disk sizes in MB. Source: compute#backups. */
export const Backup = z.looseObject({
  id: Id,
  region: z.string(),
  type: word(['auto', 'snapshot']),
  status: word([
    'paused',
    'pending',
    'running',
    'needsPostProcessing',
    'successful',
    'failed',
    'userAborted',
  ]),
  available: z.boolean().optional(),
  created: Timestamp,
  updated: Timestamp,
  finished: Timestamp.nullable(),
  label: z.string().nullable(),
  configs: z.array(z.string()),
  disks: z.array(z.looseObject({ label: z.string(), size: z.int(), filesystem: z.string() })),
});
export type Backup = z.infer<typeof Backup>;

/** The backups of one instance; not an envelope. Source: compute#backups. */
export const Backups = z.looseObject({
  automatic: z.array(Backup),
  snapshot: z.looseObject({ current: Backup.nullable(), in_progress: Backup.nullable() }),
});
export type Backups = z.infer<typeof Backups>;

/** Replaces the previous snapshot. Source: compute#backups. */
export const SnapshotCreate = z.strictObject({ label: text(1, 255) });

/** Source: compute#backups. */
export const BackupRestore = z.strictObject({
  compute_id: Id,
  overwrite: z.boolean().default(false),
});

const all = '/compute/instances/{computeId}/backups';
const read = {
  method: 'GET',
  scopes: ['computes:read_only'],
  named: true,
  source: 'compute#backups',
} as const;
const action = {
  method: 'POST',
  scopes: ['computes:read_write'],
  named: true,
  source: 'compute#backups',
} as const;

/** Operations on an instance's backups, which the published descriptions only name. */
export const instanceBackups = {
  list: endpoint({ ...read, path: all, response: Backups }),
  view: endpoint({ ...read, path: `${all}/{backupId}`, response: Backup }),
  snapshot: endpoint({ ...action, path: all, body: SnapshotCreate, response: Backup }),
  restore: endpoint({
    ...action,
    path: `${all}/{backupId}/restore`,
    body: BackupRestore,
    response: Empty,
  }),
  enable: endpoint({ ...action, path: `${all}/enable`, response: Empty }),
  cancel: endpoint({ ...action, path: `${all}/cancel`, response: Empty }),
} as const;
