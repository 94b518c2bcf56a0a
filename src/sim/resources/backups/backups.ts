import type { Resource } from '../../core/route.ts';
import { chooseSchedule } from './schedule.ts';

/** Backups of instances. Source: facts, 1.4. */
export const backupResource: Resource = {
  routes: [],
  alarms: { 'backups.choose': chooseSchedule },
};
