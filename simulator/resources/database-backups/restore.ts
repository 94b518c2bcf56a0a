import { reference, tell } from '../../core/events.ts';
import type { Alarm, Turn } from '../../core/turn.ts';
import { type DatabaseRow, databases, databaseTable } from '../databases/table.ts';
import { begin, conclude, type Order, type Task } from '../databases/work.ts';
import type { DatabaseBackupRow } from './table.ts';

/** Seconds of a restore; not recorded. */
const RESTORE: Order = {
  action: 'database_backup_restore',
  seconds: [300, 900],
  alarm: 'database.restored',
};

/** Starts to replace the data by a backup. */
export const startRestore = (turn: Turn, row: DatabaseRow, backup: DatabaseBackupRow): void => {
  const restoring = databaseTable.update(turn.world, row.id, { status: 'restoring' });
  begin(turn, restoring, { ...RESTORE, args: { isOutdated: backup.at < row.passwordAt } });
};

interface Restoring extends Task {
  /** True if the backup is older than the credentials: the database does not recover. Source:
   *  databases#credentials. */
  readonly isOutdated: boolean;
}

export const restored: Alarm<Restoring> = {
  ring: (turn, { isOutdated, ...task }) => {
    const row = conclude(turn, task, 'restoring', () => ({
      status: isOutdated ? 'failed' : 'active',
    }));
    if (row?.status === 'failed')
      tell(turn, { action: 'database_failed', entity: reference(databases, row) });
  },
};
