import { instanceBackups as endpoints } from '../../../src/api/instance-backups.ts';
import { stamp } from '../../core/clock.ts';
import { reference } from '../../core/events.ts';
import { enqueue } from '../../core/jobs.ts';
import type { Range } from '../../core/random.ts';
import { done, isRefusal, notFound, type Refusal, refuse } from '../../core/reply.ts';
import { type Route, routeOn } from '../../core/route.ts';
import type { Work } from '../../core/turn.ts';
import type { World } from '../../core/world.ts';
import { pluggedVolumes } from '../configs/table.ts';
import { allocated } from '../disks/table.ts';
import { restingStatus } from '../instances/boot.ts';
import { notIdle, writable } from '../instances/guards.ts';
import { clearSystem, copyContents, readyDisks } from '../instances/system.ts';
import { computes, type InstanceRow, instances } from '../instances/table.ts';
import { followVolumes } from '../volumes/plugging.ts';
import { type BackupRow, backupSize, ownBackup } from './table.ts';

/** Source: compute#durations. */
export const RESTORE: Range = [19, 69];

const restoreRefused = (
  world: World,
  target: InstanceRow,
  backup: BackupRow,
  overwrite: boolean,
): Refusal | undefined => {
  if (backup.finished === null) return refuse('The backup is not finished.');
  if (target.region !== backup.region)
    return refuse('The Compute is in another region', 'compute_id');
  const room = target.specs.disk - (overwrite ? 0 : allocated(world, target.id));
  return backupSize(backup) > room
    ? refuse('The Compute has not enough free disk', 'compute_id')
    : notIdle(world, target);
};

/** Restores a backup; with overwrite, deletes the target's disks and profiles first. Source:
 *  compute#backups. */
export const restoreRoute: Route = routeOn(
  computes,
  endpoints.restore,
  ({ turn, viewer, target: source, body, params }) => {
    const { world } = turn;
    const backup = ownBackup(world, source.id, params.backupId);
    if (backup === undefined) return notFound;
    const target = writable(world, viewer, body.compute_id, 'compute_id');
    if (isRefusal(target)) return target;
    const refusal = restoreRefused(world, target, backup, body.overwrite);
    if (refusal !== undefined) return refusal;
    const before = pluggedVolumes(world, target.id);
    if (body.overwrite) clearSystem(world, target.id);
    copyContents(turn, target.id, backup.contents);
    followVolumes(turn, target, before);
    const args = { computeId: target.id };
    enqueue(turn, {
      action: 'backups_restore',
      entity: reference(computes, target),
      seconds: RESTORE,
      lock: target.id,
      args,
    });
    return done;
  },
);

/** Ends a restore: the instance is offline, unless a boot waits behind the work. */
export const restoreWork: Work<{ readonly computeId: number }> = {
  begin: ({ world }, { args: { computeId } }) => {
    instances.update(world, computeId, { status: 'restoring' });
  },
  finish: ({ world, now }, { args: { computeId } }) => {
    readyDisks(world, computeId);
    const row = instances.find(world, computeId);
    if (row !== undefined)
      instances.update(world, computeId, {
        status: restingStatus(world, row, 'offline'),
        updated: stamp(now),
      });
  },
};
