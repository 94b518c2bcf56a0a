import { stamp } from '../../core/clock.ts';
import type { Alarm, Turn } from '../../core/turn.ts';
import { type DatabaseRow, databaseTable } from '../databases/table.ts';
import { begin, conclude, type Order, type Task } from '../databases/work.ts';
import { type DatabaseBackupRow, keepBackup } from './table.ts';

/** Seconds that a backup takes, as polls of the recordings saw it. Source: facts, 1.10. */
const BACKUP: Order = { action: 'database_backup_create', seconds: [75, 165], alarm: 'database.backedUp' };

interface Making extends Task {
  readonly type: DatabaseBackupRow['type'];
  readonly label: string;
  readonly at: number;
}

/** Begins a backup of an active database, which is backing up until it is done. */
export const makeBackup = (turn: Turn, row: DatabaseRow, backup: Pick<DatabaseBackupRow, 'type' | 'label'>): void => {
  const busy = databaseTable.update(turn.world, row.id, { status: 'backing_up' });
  begin(turn, busy, { ...BACKUP, args: { type: backup.type, label: backup.label, at: turn.now } });
};

/** Only now is the backup listed. Source: facts, 1.10. */
export const backedUp: Alarm<Making> = {
  ring: (turn, { type, label, at, ...task }) => {
    const row = conclude(turn, task, 'backing_up', () => ({ status: 'active' }));
    if (row !== undefined) keepBackup(turn.world, { databaseId: row.id, type, label, created: stamp(at), at });
  },
};
