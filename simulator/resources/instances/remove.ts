import { instances as endpoints } from '../../../src/api/instances.ts';
import { reference } from '../../core/events.ts';
import { abandon, enqueue, unfinished } from '../../core/jobs.ts';
import type { Range } from '../../core/random.ts';
import { done, refuse } from '../../core/reply.ts';
import { type Route, routeOn } from '../../core/route.ts';
import { gone, type Turn, type Work } from '../../core/turn.ts';
import type { World } from '../../core/world.ts';
import { backups, backupsOf } from '../backups/table.ts';
import { clearSystem } from './system.ts';
import { computes, type InstanceRow, instances } from './table.ts';

/** Seconds until a deleted instance is not found any more. Source: compute#delete. */
const DELETE: Range = [2, 8];

/** Reports whether uninterruptible work involves the instance, as source or target. Source:
 *  compute#delete. */
const isHeld = (world: World, row: InstanceRow): boolean =>
  row.status === 'cloning' ||
  row.status === 'restoring' ||
  unfinished(
    world,
    (job) =>
      (job.action === 'compute_clone' || job.action === 'backups_restore') &&
      (job.lock === row.id || job.args['sourceId'] === row.id),
  ).length > 0;

/** Deletes an instance: aborts its work, and removes it some seconds later. */
export const discard = (turn: Turn, row: InstanceRow): void => {
  abandon(turn, (job) => job.lock === row.id);
  instances.update(turn.world, row.id, { status: 'deleting' });
  const args = { computeId: row.id };
  enqueue(turn, {
    action: 'compute_delete',
    entity: reference(computes, row),
    seconds: DELETE,
    lock: row.id,
    args,
  });
};

/** Deletes an instance; refused while cloning or restoring, other work is aborted. Source:
 *  compute#delete. */
export const deleteRoute: Route = routeOn(computes, endpoints.delete, ({ turn, target }) => {
  if (target.status === 'deleting') return refuse('Compute is not active');
  if (isHeld(turn.world, target))
    return refuse('Compute cannot be deleted while it is being cloned or restored.');
  discard(turn, target);
  return done;
});

export const deleteWork: Work<{ readonly computeId: number }> = {
  finish: (turn, { args: { computeId } }) => {
    clearSystem(turn.world, computeId);
    for (const backup of backupsOf(turn.world, computeId)) backups.remove(turn.world, backup.id);
    instances.remove(turn.world, computeId);
    gone(turn, 'compute', computeId);
  },
};
