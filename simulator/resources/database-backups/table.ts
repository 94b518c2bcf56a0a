import { table } from '../../core/table.ts';
import { nextId, type Row, type World } from '../../core/world.ts';

/** A complete backup of a database; `databaseId` and `at` are hidden. `at`: creation time in
 *  milliseconds since the epoch. */
export interface DatabaseBackupRow extends Row {
  readonly databaseId: number;
  readonly type: 'auto' | 'snapshot';
  readonly label: string;
  readonly created: string;
  readonly at: number;
}

export const databaseBackups = table<DatabaseBackupRow>('database backups');

export const backupsOf = (world: World, databaseId: number): readonly DatabaseBackupRow[] =>
  databaseBackups.all(world).filter((backup) => backup.databaseId === databaseId);

/** Stores a complete backup. */
export const keepBackup = (
  world: World,
  backup: Omit<DatabaseBackupRow, 'id'>,
): DatabaseBackupRow =>
  databaseBackups.insert(world, { ...backup, id: nextId(world, 'database backup', 170_000) });

/** Source: databases#backups. */
export const showBackup = ({
  id,
  type,
  label,
  created,
}: DatabaseBackupRow): Readonly<Record<string, unknown>> => ({
  id,
  type,
  label,
  created,
});
