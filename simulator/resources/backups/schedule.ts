import { stamp } from '../../core/clock.ts';
import { schedule } from '../../core/pending.ts';
import { drawWithin } from '../../core/random.ts';
import type { Alarm, Turn } from '../../core/turn.ts';
import type { Args } from '../../core/world.ts';
import { nextId } from '../../core/world.ts';
import { FRESH_BACKUPS } from '../instances/insert.ts';
import { type InstanceRow, instances } from '../instances/table.ts';
import { backups, backupsOf, contentsOf } from './table.ts';

const DAYS = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const;
const WINDOWS = [
  'W0',
  'W2',
  'W4',
  'W6',
  'W8',
  'W10',
  'W12',
  'W14',
  'W16',
  'W18',
  'W20',
  'W22',
] as const;

const oneOf = (turn: Turn, words: readonly string[]): string =>
  words[drawWithin(turn.world, [0, words.length - 1])] ?? '';

const DAY_SECONDS = 86_400;

/** Seconds after the activation of backups until the service picks day and window. */
const CHOICE_SECONDS = 60;

/** Number of retained automatic backups. */
const KEPT = 3;

/** Arguments of the alarms of an instance's backups; `since` distinguishes activations. */
interface Daily extends Args {
  readonly computeId: number;
  readonly since: number;
}

/** Activates the backup service for an instance. Source: compute#backups. */
export const startBackups = (turn: Turn, row: InstanceRow): InstanceRow => {
  const since = nextId(turn.world, 'backups since', 0);
  const args: Daily = { computeId: row.id, since };
  schedule(turn, 'backups.choose', CHOICE_SECONDS, args);
  schedule(turn, 'backups.daily', DAY_SECONDS, args);
  return instances.update(turn.world, row.id, { backups: FRESH_BACKUPS, backupsSince: since });
};

const enabledRow = (turn: Turn, { computeId, since }: Daily): InstanceRow | undefined => {
  const row = instances.find(turn.world, computeId);
  return row?.backups.enabled === true && row.backupsSince === since ? row : undefined;
};

/** Picks a day and a window where the user chose none. Source: compute#backups. */
export const chooseSchedule: Alarm<Daily> = {
  ring: (turn, args) => {
    const row = enabledRow(turn, args);
    if (row === undefined) return;
    const { day, window } = row.backups.schedule;
    const isOpen = (word: string | null): boolean => word === null || word === 'Scheduling';
    const chosen = {
      day: isOpen(day) ? oneOf(turn, DAYS) : day,
      window: isOpen(window) ? oneOf(turn, WINDOWS) : window,
    };
    instances.update(turn.world, row.id, { backups: { ...row.backups, schedule: chosen } });
  },
};

/** Creates one automatic backup a day, and deletes the oldest. Source: compute#backups. */
export const dailyBackup: Alarm<Daily> = {
  ring: (turn, args) => {
    const row = enabledRow(turn, args);
    if (row === undefined) return;
    const { world } = turn;
    const at = stamp(turn.now);
    backups.insert(world, {
      id: nextId(world, 'backup', 235_000_000),
      computeId: row.id,
      region: row.region,
      type: 'auto',
      status: 'successful',
      created: at,
      updated: at,
      finished: at,
      label: null,
      contents: contentsOf(world, row.id),
    });
    for (const old of backupsOf(world, row.id)
      .filter(({ type }) => type === 'auto')
      .slice(0, -KEPT))
      backups.remove(world, old.id);
    instances.update(world, row.id, {
      backups: { ...row.backups, available: true, last_successful: at },
    });
    schedule(turn, 'backups.daily', DAY_SECONDS, args);
  },
};
