import type { z } from 'zod';
import { type DatabaseUpdate, mysql } from '../../../src/api/mysql.ts';
import { stamp } from '../../core/clock.ts';
import { drawWithin, type Range } from '../../core/random.ts';
import { done, firstOf, ok } from '../../core/reply.ts';
import { type Route, routeOn } from '../../core/route.ts';
import { type Alarm, after, type Turn } from '../../core/turn.ts';
import { isRecorded } from '../../core/world.ts';
import { allowListRefused, keptAllowList } from './allow-list.ts';
import { labelTaken } from './create.ts';
import { type DatabaseRow, databases, databaseTable } from './table.ts';
import { updatedWindow, windowRefused } from './window.ts';
import { begin, conclude, notIn, type Order, type Task } from './work.ts';

/** Source: databases#status. */
const UPDATE: Order = { action: 'database_update', seconds: [61, 81], alarm: 'database.updated' };
const PATCH: Order = {
  action: 'database_update',
  seconds: [1950, 2250],
  alarm: 'database.updated',
};

/** Seconds in which reads may still show active. Source: conventions#late-reads;
 *  databases#status. */
const LAG: Range = [0, 3];

const startUpdate = (
  turn: Turn,
  row: DatabaseRow,
  fields: Partial<DatabaseRow>,
  order: Order,
): DatabaseRow => {
  const lag = isRecorded(turn.world) ? drawWithin(turn.world, LAG) : 0;
  const updating = databaseTable.update(turn.world, row.id, {
    ...fields,
    status: 'updating',
    lagsUntil: after(turn, lag),
    updated: stamp(turn.now),
  });
  begin(turn, updating, order);
  return updating;
};

const fieldsOf = (
  turn: Turn,
  row: DatabaseRow,
  body: z.output<typeof DatabaseUpdate>,
): Partial<DatabaseRow> => ({
  label: body.label ?? row.label,
  allow_list:
    body.allow_list === undefined ? row.allow_list : keptAllowList(turn.world, body.allow_list),
  updates: body.updates === undefined ? row.updates : updatedWindow(row.updates, body.updates),
});

/** Updates a database; the answer shows updating at once. Source: databases#status;
 *  databases#update. */
const updateRoute = routeOn(databases, mysql.update, ({ turn, target, body }) => {
  const refusal = firstOf(
    () => notIn(target, ['active']),
    () => allowListRefused(turn.world, body.allow_list),
    () => labelTaken(turn.world, body.label, target.id),
    () =>
      body.updates === undefined
        ? undefined
        : windowRefused(updatedWindow(target.updates, body.updates)),
  );
  if (refusal !== undefined) return refusal;
  const row = startUpdate(turn, target, fieldsOf(turn, target, body), UPDATE);
  return ok({ ...databases.show(turn, row), status: row.status });
});

/** Source: databases#status. */
const patchRoute = routeOn(databases, mysql.patch, ({ turn, target }) => {
  const refusal = notIn(target, ['active']);
  if (refusal !== undefined) return refusal;
  startUpdate(turn, target, {}, PATCH);
  return done;
});

export const updateRoutes: readonly Route[] = [updateRoute, patchRoute];

export const updated: Alarm<Task> = {
  ring: (turn, task) => {
    conclude(turn, task, 'updating', () => ({ status: 'active' }));
  },
};

/** An incident: the maintenance window opens, and the service patches the database. Source:
 *  databases#maintenance-window. */
export const maintained: Alarm<{ readonly databaseId: number }> = {
  ring: (turn, { databaseId }) => {
    const row = databaseTable.find(turn.world, databaseId);
    if (row?.status === 'active') startUpdate(turn, row, {}, PATCH);
  },
};
