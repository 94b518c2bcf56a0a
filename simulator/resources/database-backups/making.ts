import { stamp } from '../../core/clock.ts';
import { events } from '../../core/events.ts';
import { schedule } from '../../core/pending.ts';
import { drawWithin, type Range } from '../../core/random.ts';
import type { Alarm, Turn } from '../../core/turn.ts';
import { isRecorded, type World } from '../../core/world.ts';
import { type DatabaseRow, databaseTable } from '../databases/table.ts';
import { begin, conclude, type Order, type Task } from '../databases/work.ts';
import { type DatabaseBackupRow, keepBackup } from './table.ts';

/** Seconds of a backup, as polls in the recordings show. Source: databases#backups. */
const BACKUP: Order = {
  action: 'database_backup_create',
  seconds: [75, 165],
  alarm: 'database.backedUp',
};

/** Seconds until a backup is listed; only then the status changes to backing_up. Source:
 *  databases#backups. */
const LISTED: Range = [10, 40];

interface Making extends Task {
  readonly type: DatabaseBackupRow['type'];
  readonly label: string;
  readonly at: number;
  /** True if the backup is listed, and the status changes, before the work ends, as recorded; the
   *  documents' dialect lists it at the end. */
  readonly isListedFirst: boolean;
}

/** Starts a backup of an active database. */
export const makeBackup = (
  turn: Turn,
  row: DatabaseRow,
  backup: Pick<DatabaseBackupRow, 'type' | 'label'>,
): void => {
  const isListedFirst = isRecorded(turn.world);
  const args = { type: backup.type, label: backup.label, at: turn.now, isListedFirst };
  const busy = databaseTable.update(
    turn.world,
    row.id,
    isListedFirst ? { isBackedUp: true } : { status: 'backing_up' },
  );
  const eventId = begin(turn, busy, { ...BACKUP, args });
  if (isListedFirst)
    schedule(turn, 'database.backupListed', drawWithin(turn.world, LISTED), {
      ...args,
      databaseId: row.id,
      eventId,
    });
};

const keep = (world: World, { databaseId, type, label, at }: Making): void => {
  keepBackup(world, { databaseId, type, label, created: stamp(at), at });
};

/** Lists the backup; an otherwise idle database changes to backing_up. */
export const backupListed: Alarm<Making> = {
  ring: ({ world }, making) => {
    const row = databaseTable.find(world, making.databaseId);
    if (row === undefined) return;
    keep(world, making);
    if (row.status === 'active') databaseTable.update(world, row.id, { status: 'backing_up' });
  },
};

/** Ends the work. */
export const backedUp: Alarm<Making> = {
  ring: (turn, making) => {
    const { world } = turn;
    if (!making.isListedFirst) {
      if (conclude(turn, making, 'backing_up', () => ({ status: 'active' })) !== undefined)
        keep(world, making);
      return;
    }
    const row = databaseTable.find(world, making.databaseId);
    events.update(world, making.eventId, { status: row === undefined ? 'failed' : 'finished' });
    if (row === undefined) return;
    databaseTable.update(world, row.id, {
      isBackedUp: false,
      ...(row.status === 'backing_up' ? { status: 'active' } : {}),
    });
  },
};
