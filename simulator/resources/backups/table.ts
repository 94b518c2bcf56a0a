import { table } from '../../core/table.ts';
import type { Row, World } from '../../core/world.ts';
import { configsOf } from '../configs/table.ts';
import { disksOf } from '../disks/table.ts';
import type { Contents } from '../instances/system.ts';

/** A backup of an instance; `contents` and `computeId` are hidden. Source: compute#backups. */
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

/** Returns the current contents of an instance, without its volumes. */
export const contentsOf = (world: World, computeId: number): Contents => ({
  configs: configsOf(world, computeId),
  disks: disksOf(world, computeId).map(({ id, label, filesystem, size }) => ({
    id,
    label,
    filesystem,
    size,
  })),
});

/** Returns the total size of a backup's disks in megabytes. */
export const backupSize = (backup: BackupRow): number =>
  backup.contents.disks.reduce((sum, disk) => sum + disk.size, 0);

/** Reports whether a backup is complete and no longer in progress. */
export const isDone = (backup: BackupRow): boolean => backup.status === 'successful';

export const ownBackup = (
  world: World,
  computeId: number,
  id: string | number,
): BackupRow | undefined => {
  const backup = backups.find(world, Number(id));
  return backup?.computeId === computeId ? backup : undefined;
};

/** Builds the record of a backup. Source: compute#backups. */
export const showBackup = ({
  computeId: _computeId,
  contents,
  ...record
}: BackupRow): Readonly<Record<string, unknown>> => ({
  ...record,
  available: true,
  configs: contents.configs.map(({ label }) => label),
  disks: contents.disks.map(({ label, size, filesystem }) => ({ label, size, filesystem })),
});
