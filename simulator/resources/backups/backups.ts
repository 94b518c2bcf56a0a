import { instanceBackups as endpoints } from '../../../src/api/instance-backups.ts';
import { done, notFound, ok } from '../../core/reply.ts';
import { type Resource, routeOn } from '../../core/route.ts';
import { NO_BACKUPS } from '../instances/insert.ts';
import { computes, instances } from '../instances/table.ts';
import { restoreRoute, restoreWork } from './restore.ts';
import { chooseSchedule, dailyBackup, startBackups } from './schedule.ts';
import { settleSnapshot, snapshotRoute, snapshotWork } from './snapshot.ts';
import { type BackupRow, backups, backupsOf, isDone, ownBackup, showBackup } from './table.ts';

const listOf = (own: readonly BackupRow[]): object => {
  const snapshots = own.filter(({ type }) => type === 'snapshot');
  const current = snapshots.find(isDone);
  const next = snapshots.find((snapshot) => !isDone(snapshot));
  return {
    automatic: own.filter(({ type }) => type === 'auto').map(showBackup),
    snapshot: {
      current: current === undefined ? null : showBackup(current),
      in_progress: next === undefined ? null : showBackup(next),
    },
  };
};

/** Backups of instances. Source: compute#backups. */
export const backupResource: Resource = {
  routes: [
    routeOn(computes, endpoints.list, ({ turn, target }) =>
      ok(listOf(backupsOf(turn.world, target.id))),
    ),
    routeOn(computes, endpoints.view, ({ turn, target, params }) => {
      const backup = ownBackup(turn.world, target.id, params.backupId);
      return backup === undefined ? notFound : ok(showBackup(backup));
    }),
    routeOn(computes, endpoints.enable, ({ turn, target }) => {
      if (!target.backups.enabled) startBackups(turn, target);
      return done;
    }),
    /** Cancels the service and deletes the stored backups. */
    routeOn(computes, endpoints.cancel, ({ turn, target }) => {
      instances.update(turn.world, target.id, { backups: NO_BACKUPS });
      for (const backup of backupsOf(turn.world, target.id)) backups.remove(turn.world, backup.id);
      return done;
    }),
    snapshotRoute,
    restoreRoute,
  ],
  works: { compute_snapshot: snapshotWork, backups_restore: restoreWork },
  alarms: {
    'backups.choose': chooseSchedule,
    'backups.daily': dailyBackup,
    'backups.settle': settleSnapshot,
  },
};
