import { AUTOMATIC_BACKUPS } from '../../../src/api/mysql-backups.ts';
import { schedule } from '../../core/pending.ts';
import { drawHex } from '../../core/random.ts';
import type { Alarm, Turn } from '../../core/turn.ts';
import type { World } from '../../core/world.ts';
import { type DatabaseRow, databaseTable } from '../databases/table.ts';
import { makeBackup } from './making.ts';
import { backupsOf, databaseBackups } from './table.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Seconds before the retry on a busy database. */
const PATIENCE_SECONDS = 600;

/** Schedules the next automatic backup at its hour of the clock, which `speed` does not scale.
 *  Source: databases#backups. */
export const scheduleDaily = (turn: Turn, { id }: DatabaseRow): void => {
  const offset = AUTOMATIC_BACKUPS.hourUtc * HOUR_MS;
  const next = (Math.floor((turn.now - offset) / DAY_MS) + 1) * DAY_MS + offset;
  schedule(turn, 'database.day', ((next - turn.now) / 1000) * turn.world.settings.speed, {
    databaseId: id,
  });
};

const two = (value: number): string => String(value).padStart(2, '0');

const dayLabel = (world: World, now: number): string => {
  const at = new Date(now);
  const day = `${two(at.getUTCMonth() + 1)}/${two(at.getUTCDate())}/${two(at.getUTCFullYear() % 100)}`;
  return `Scheduled - ${day} ${two(at.getUTCHours())}:${two(at.getUTCMinutes())} UTC-${drawHex(world, 6)}`;
};

const forgetOld = (world: World, databaseId: number, now: number): void => {
  const oldest = now - AUTOMATIC_BACKUPS.days * DAY_MS;
  for (const backup of backupsOf(world, databaseId)) {
    if (backup.type === 'auto' && backup.at <= oldest) databaseBackups.remove(world, backup.id);
  }
};

/** Creates the daily backup and deletes expired ones; retries later on a busy database. */
export const day: Alarm<{ readonly databaseId: number }> = {
  ring: (turn, { databaseId }) => {
    const row = databaseTable.find(turn.world, databaseId);
    if (row === undefined) return;
    forgetOld(turn.world, databaseId, turn.now);
    if (row.status !== 'active' || row.isBackedUp === true) {
      schedule(turn, 'database.day', PATIENCE_SECONDS, { databaseId });
      return;
    }
    makeBackup(turn, row, { type: 'auto', label: dayLabel(turn.world, turn.now) });
    scheduleDaily(turn, row);
  },
};
