import { mysqlBackups as endpoints, SNAPSHOTS_MAX } from '../../../src/api/mysql-backups.ts';
import {
  done,
  firstOf,
  isRefusal,
  listedPlain,
  notFound,
  ok,
  type Refusal,
  refuse,
} from '../../core/reply.ts';
import { type Resource, routeOn } from '../../core/route.ts';
import type { World } from '../../core/world.ts';
import { type DatabaseRow, databases } from '../databases/table.ts';
import { notIn } from '../databases/work.ts';
import { day } from './daily.ts';
import { backedUp, backupListed, makeBackup } from './making.ts';
import { restored, startRestore } from './restore.ts';
import { backupsOf, type DatabaseBackupRow, databaseBackups, showBackup } from './table.ts';

/** Source: databases#status. */
const notReadable = (row: DatabaseRow): Refusal | undefined =>
  row.status === 'provisioning' || row.status === 'deleting'
    ? refuse(`The database is ${row.status}.`)
    : undefined;

/** Refuses work beside a backup, although the status may still show active. Source:
 *  databases#status. */
const notIdle = (row: DatabaseRow): Refusal | undefined =>
  notIn(row, ['active']) ??
  (row.isBackedUp === true ? refuse('A backup of the database is in progress.') : undefined);

/** Source: databases#backups. */
const snapshotRefused = (world: World, row: DatabaseRow, label: string): Refusal | undefined => {
  const own = backupsOf(world, row.id);
  if (own.filter(({ type }) => type === 'snapshot').length >= SNAPSHOTS_MAX) {
    return refuse(`A database can have at most ${SNAPSHOTS_MAX} snapshot backups.`);
  }
  return own.some((backup) => backup.label === label)
    ? refuse('Label must be unique among the backups', 'label')
    : undefined;
};

const own = (world: World, row: DatabaseRow, id: string | number): DatabaseBackupRow | Refusal => {
  const backup = databaseBackups.find(world, Number(id));
  return notReadable(row) ?? (backup?.databaseId === row.id ? backup : notFound);
};

/** Backups of databases. Source: databases#backups. */
export const databaseBackupResource: Resource = {
  routes: [
    routeOn(
      databases,
      endpoints.list,
      ({ turn, target }) =>
        notReadable(target) ?? listedPlain(backupsOf(turn.world, target.id), showBackup),
    ),
    routeOn(databases, endpoints.snapshot, ({ turn, target, body }) => {
      const refusal = firstOf(
        () => notIdle(target),
        () => snapshotRefused(turn.world, target, body.label),
      );
      if (refusal !== undefined) return refusal;
      makeBackup(turn, target, { type: 'snapshot', label: body.label });
      return done;
    }),
    routeOn(databases, endpoints.view, ({ turn, target, params }) => {
      const backup = own(turn.world, target, params.backupId);
      return isRefusal(backup) ? backup : ok(showBackup(backup));
    }),
    routeOn(databases, endpoints.delete, ({ turn, target, params }) => {
      const backup = own(turn.world, target, params.backupId);
      if (isRefusal(backup)) return backup;
      databaseBackups.remove(turn.world, backup.id);
      return done;
    }),
    routeOn(databases, endpoints.restore, ({ turn, target, params }) => {
      const backup = own(turn.world, target, params.backupId);
      if (isRefusal(backup)) return backup;
      const refusal = notIdle(target);
      if (refusal !== undefined) return refusal;
      startRestore(turn, target, backup);
      return done;
    }),
  ],
  alarms: {
    'database.day': day,
    'database.backedUp': backedUp,
    'database.backupListed': backupListed,
    'database.restored': restored,
  },
};
