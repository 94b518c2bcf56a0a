import { mysql } from '../../../src/api/mysql.ts';
import { events } from '../../core/events.ts';
import { done } from '../../core/reply.ts';
import { type Route, routeOn } from '../../core/route.ts';
import { type Alarm, gone } from '../../core/turn.ts';
import { backupsOf, databaseBackups } from '../database-backups/table.ts';
import { databases, databaseTable } from './table.ts';
import { begin, notIn, type Order, type Task } from './work.ts';

/** Seconds until a deleted database is not found any more. Source: databases#status. */
const DELETE: Order = { action: 'database_delete', seconds: [5, 30], alarm: 'database.removed' };

/** Source: databases#delete; databases#status. */
export const deleteRoute: Route = routeOn(databases, mysql.delete, ({ turn, target }) => {
  const refusal = notIn(target, ['active', 'failed', 'degraded']);
  if (refusal !== undefined) return refusal;
  begin(turn, databaseTable.update(turn.world, target.id, { status: 'deleting' }), DELETE);
  return done;
});

/** Removes the database with its backups. */
export const removed: Alarm<Task> = {
  ring: (turn, { databaseId, eventId }) => {
    const { world } = turn;
    events.update(world, eventId, { status: 'finished' });
    for (const backup of backupsOf(world, databaseId)) databaseBackups.remove(world, backup.id);
    databaseTable.remove(world, databaseId);
    gone(turn, 'database', databaseId);
  },
};
