import { instanceBackups as endpoints } from '../../../src/api/instance-backups.ts';
import { stamp } from '../../core/clock.ts';
import { reference } from '../../core/events.ts';
import { enqueue } from '../../core/jobs.ts';
import { schedule } from '../../core/pending.ts';
import { drawWithin, type Range } from '../../core/random.ts';
import { ok, refuse } from '../../core/reply.ts';
import { type Route, routeOn } from '../../core/route.ts';
import type { Alarm, Work } from '../../core/turn.ts';
import { nextId } from '../../core/world.ts';
import { notIdle } from '../instances/guards.ts';
import { computes, instances } from '../instances/table.ts';
import { backups, backupsOf, contentsOf, isDone, showBackup } from './table.ts';

/** Source: compute#durations. */
const SNAPSHOT: Range = [48, 260];

/** Seconds of post-processing after a snapshot. */
const SETTLE: Range = [15, 45];

/** Takes a snapshot, which then replaces the previous one. Source: compute#backups. */
export const snapshotRoute: Route = routeOn(
  computes,
  endpoints.snapshot,
  ({ turn, target, body }) => {
    const { world } = turn;
    if (!target.backups.enabled) return refuse('Backups must be enabled to take a snapshot.');
    const refusal = notIdle(world, target);
    if (refusal !== undefined) return refusal;
    const backup = backups.insert(world, {
      id: nextId(world, 'backup', 235_000_000),
      computeId: target.id,
      region: target.region,
      type: 'snapshot',
      status: 'pending',
      created: stamp(turn.now),
      updated: stamp(turn.now),
      finished: null,
      label: body.label,
      contents: { configs: [], disks: [] },
    });
    const args = { backupId: backup.id };
    enqueue(turn, {
      action: 'compute_snapshot',
      entity: reference(computes, target),
      seconds: SNAPSHOT,
      lock: target.id,
      args,
    });
    return ok(showBackup(backup));
  },
);

/** Takes a snapshot, which can be restored before its post-processing. Canceling the backup service
 *  aborts a running snapshot. */
export const snapshotWork: Work<{ readonly backupId: number }> = {
  begin: ({ world }, { args: { backupId } }) => {
    if (backups.find(world, backupId) !== undefined)
      backups.update(world, backupId, { status: 'running' });
  },
  finish: (turn, { args: { backupId } }) => {
    const { world, now } = turn;
    const backup = backups.find(world, backupId);
    if (backup === undefined) return 'failed';
    const at = stamp(now);
    const contents = contentsOf(world, backup.computeId);
    backups.update(world, backupId, {
      status: 'needsPostProcessing',
      finished: at,
      updated: at,
      contents,
    });
    const row = instances.find(world, backup.computeId);
    if (row !== undefined)
      instances.update(world, row.id, { backups: { ...row.backups, available: true } });
    schedule(turn, 'backups.settle', drawWithin(world, SETTLE), { backupId });
    return undefined;
  },
};

/** Replaces the previous snapshot. Source: compute#backups. */
export const settleSnapshot: Alarm<{ readonly backupId: number }> = {
  ring: ({ world, now }, { backupId }) => {
    const backup = backups.find(world, backupId);
    const row = backup === undefined ? undefined : instances.find(world, backup.computeId);
    if (backup === undefined || row === undefined) return;
    for (const old of backupsOf(world, row.id))
      if (old.type === 'snapshot' && isDone(old)) backups.remove(world, old.id);
    backups.update(world, backupId, { status: 'successful', updated: stamp(now) });
    instances.update(world, row.id, {
      backups: { ...row.backups, available: true, last_successful: backup.finished },
    });
  },
};
