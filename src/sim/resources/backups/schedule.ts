import { drawWithin } from '../../core/random.ts';
import type { Alarm, Turn } from '../../core/turn.ts';
import { instances } from '../instances/table.ts';

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
const WINDOWS = ['W0', 'W2', 'W4', 'W6', 'W8', 'W10', 'W12', 'W14', 'W16', 'W18', 'W20', 'W22'] as const;

const oneOf = (turn: Turn, words: readonly string[]): string => words[drawWithin(turn.world, [0, words.length - 1])] ?? '';

/** The service picks a day and a window where the user has not. Source: facts, 1.1. */
export const chooseSchedule: Alarm<{ readonly computeId: number }> = {
  ring: (turn, { computeId }) => {
    const row = instances.find(turn.world, computeId);
    if (row?.backups.enabled !== true) return;
    const { day, window } = row.backups.schedule;
    const isOpen = (word: string | null): boolean => word === null || word === 'Scheduling';
    const schedule = {
      day: isOpen(day) ? oneOf(turn, DAYS) : day,
      window: isOpen(window) ? oneOf(turn, WINDOWS) : window,
    };
    instances.update(turn.world, computeId, { backups: { ...row.backups, schedule } });
  },
};
