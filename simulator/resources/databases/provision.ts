import { PROVISIONING_MINUTES } from '../../../src/api/mysql-backups.ts';
import { stamp } from '../../core/clock.ts';
import { drawWithin, type Range } from '../../core/random.ts';
import { type Alarm, after } from '../../core/turn.ts';
import { scheduleDaily } from '../database-backups/daily.ts';
import type { DatabaseRow } from './table.ts';
import { chosenWindow } from './window.ts';
import { conclude, type Order, type Task } from './work.ts';

/** Source: databases#status. */
export const PROVISION: Order = {
  action: 'database_create',
  seconds: [PROVISIONING_MINUTES.min * 60, PROVISIONING_MINUTES.max * 60],
  alarm: 'database.provisioned',
};

/** Seconds from active to the first certificate. Source: databases#hosts-and-certificate. */
const CERTIFICATE: Range = [20, 120];

/** Source: databases#hosts-and-certificate. */
const hostsOf = (id: number, tail: number): DatabaseRow['hosts'] => {
  const name = `lin-${id}-${tail}-mysql-primary`;
  return {
    primary: `${name}.servers.computedb.example`,
    secondary: `${name}-private.servers.computedb.example`,
  };
};

/** Ends provisioning: the database has hosts, a maintenance window, and soon a certificate. Source:
 *  databases#hosts-and-certificate; databases#maintenance-window. */
export const provisioned: Alarm<Task> = {
  ring: (turn, task) => {
    const { world } = turn;
    const row = conclude(turn, task, 'provisioning', ({ id, updates }) => ({
      status: 'active',
      hosts: hostsOf(id, drawWithin(world, [1000, 19_999])),
      updates: chosenWindow(world, updates),
      certificateAt: after(turn, drawWithin(world, CERTIFICATE)),
      updated: stamp(turn.now),
    }));
    if (row !== undefined) scheduleDaily(turn, row);
  },
};
