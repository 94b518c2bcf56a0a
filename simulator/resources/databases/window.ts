import type { z } from 'zod';
import type { WindowUpdate } from '../../../src/api/mysql.ts';
import { drawWithin } from '../../core/random.ts';
import { type Refusal, refuse } from '../../core/reply.ts';
import type { World } from '../../core/world.ts';
import type { Window } from './table.ts';

/** The window of a database before it is active. Source: databases#maintenance-window. */
export const OPEN_WINDOW: Window = {
  frequency: 'weekly',
  duration: 3,
  hour_of_day: 0,
  day_of_week: null,
  week_of_month: null,
};

/** Picks a day and an hour when the database becomes active. Source:
 *  databases#maintenance-window. */
export const chosenWindow = (world: World, window: Window): Window => ({
  ...window,
  day_of_week: window.day_of_week ?? drawWithin(world, [1, 7]),
  hour_of_day: window.day_of_week === null ? drawWithin(world, [0, 23]) : window.hour_of_day,
});

type WindowInput = z.output<typeof WindowUpdate>;

/** Applies an update to a window: the week of the month is dropped when the window becomes
 *  weekly. */
export const updatedWindow = (window: Window, input: WindowInput): Window => {
  const frequency = input.frequency ?? window.frequency;
  const isToWeekly = input.frequency === 'weekly' && input.week_of_month === undefined;
  return {
    frequency,
    duration: input.duration ?? window.duration,
    hour_of_day: input.hour_of_day ?? window.hour_of_day,
    day_of_week: input.day_of_week ?? window.day_of_week,
    week_of_month: isToWeekly
      ? null
      : input.week_of_month === undefined
        ? window.week_of_month
        : input.week_of_month,
  };
};

/** Requires a week exactly for a monthly window, also for one that is monthly already. Source:
 *  databases#maintenance-window. */
export const windowRefused = ({ frequency, week_of_month: week }: Window): Refusal | undefined => {
  if (frequency === 'monthly' && week === null)
    return refuse('week_of_month is required', 'updates.week_of_month');
  return frequency === 'weekly' && week !== null
    ? refuse('week_of_month must be null when frequency is weekly', 'updates.week_of_month')
    : undefined;
};
