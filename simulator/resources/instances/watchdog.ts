import { isRefusal } from '../../core/reply.ts';
import type { Alarm, Turn } from '../../core/turn.ts';
import { after } from '../../core/turn.ts';
import { bootConfig, queueBoot } from './boot.ts';
import { type InstanceRow, instances } from './table.ts';

/** The watchdog gives up after more than this number of boot jobs within this number of seconds.
 *  Source: compute#instances. */
const BOOTS_MAX = 5;
const WINDOW_SECONDS = 900;

const recentBoots = (turn: Turn, row: InstanceRow): readonly number[] => {
  const window = after(turn, WINDOW_SECONDS) - turn.now;
  return row.watchdogBoots.filter((at) => at > turn.now - window);
};

const bootAgain = (turn: Turn, row: InstanceRow): void => {
  const recent = recentBoots(turn, row);
  const config = bootConfig(turn.world, row, undefined);
  if (isRefusal(config) || recent.length >= BOOTS_MAX) return;
  instances.update(turn.world, row.id, { watchdogBoots: [...recent, turn.now] });
  queueBoot(turn, row, config, 'lassie_reboot');
};

/** Powers off an instance without a shutdown job: the watchdog boots it. Source:
 *  compute#instances. */
export const powerLost: Alarm<{ readonly computeId: number }> = {
  ring: (turn, { computeId }) => {
    const row = instances.find(turn.world, computeId);
    if (row?.status !== 'running') return;
    const off = instances.update(turn.world, computeId, { status: 'offline' });
    if (off.watchdog_enabled) bootAgain(turn, off);
  },
};

/** Maintenance shows an instance as stopped, and restores its status at the end. Source:
 *  compute#status. */
export const maintenance: Alarm<{ readonly computeId: number; readonly begins: boolean }> = {
  ring: ({ world }, { computeId, begins }) => {
    instances.update(world, computeId, { status: begins ? 'stopped' : 'running' });
  },
};
