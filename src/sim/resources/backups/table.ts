import { table } from '../../core/table.ts';
import type { Row, World } from '../../core/world.ts';
import type { Contents } from '../instances/system.ts';

/** A backup of an instance; `contents` and `computeId` are not shown. Source: facts, 1.4. */
export interface BackupRow extends Row {
  readonly computeId: number;
  readonly region: string;
  readonly type: 'auto' | 'snapshot';
  readonly status: 'pending' | 'running' | 'needsPostProcessing' | 'successful' | 'failed';
  readonly created: string;
  readonly updated: string;
  readonly finished: string | null;
  readonly label: string | null;
  readonly contents: Contents;
}

export const backups = table<BackupRow>('backups');

export const backupsOf = (world: World, computeId: number): readonly BackupRow[] =>
  backups.all(world).filter((backup) => backup.computeId === computeId);

/** Megabytes that a backup's disks take. */
export const backupSize = (backup: BackupRow): number => backup.contents.disks.reduce((sum, disk) => sum + disk.size, 0);
