import { type EventStatus, events, reference, tell } from '../../core/events.ts';
import { schedule } from '../../core/pending.ts';
import { drawWithin, type Range } from '../../core/random.ts';
import { type Refusal, refuse } from '../../core/reply.ts';
import type { Turn } from '../../core/turn.ts';
import type { Args } from '../../core/world.ts';
import { type DatabaseRow, type DatabaseStatus, databases, databaseTable } from './table.ts';

/** Arguments of every alarm of work on a database. */
export interface Task extends Args {
  readonly databaseId: number;
  readonly eventId: number;
}

/** Work of `seconds` at speed 1, ended by the alarm `alarm`. */
export interface Order {
  readonly action: string;
  readonly seconds: Range;
  readonly alarm: string;
  readonly args?: Args;
}

/** Starts work. Its event is a notification while it runs, and finished afterwards. Source:
 *  events#events. @returns the event's id */
export const begin = (
  turn: Turn,
  row: DatabaseRow,
  { action, seconds, alarm, args = {} }: Order,
): number => {
  const drawn = drawWithin(turn.world, seconds);
  const event = tell(turn, { action, entity: reference(databases, row), seconds: drawn });
  schedule(turn, alarm, drawn, { ...args, databaseId: row.id, eventId: event.id });
  return event.id;
};

/** Ends work: completes its event, and changes the database if it is still in `from`. @returns the
 *  database afterwards */
export const conclude = (
  turn: Turn,
  task: Task,
  from: DatabaseStatus,
  change: (row: DatabaseRow) => Partial<DatabaseRow>,
): DatabaseRow | undefined => {
  const row = databaseTable.find(turn.world, task.databaseId);
  const isUnderWay = row?.status === from;
  const status: EventStatus = isUnderWay ? 'finished' : 'failed';
  events.update(turn.world, task.eventId, { status });
  return isUnderWay ? databaseTable.update(turn.world, row.id, change(row)) : undefined;
};

/** Refuses with a 400 without a field, like every guard. Source: databases#status. */
export const notIn = (row: DatabaseRow, allowed: readonly DatabaseStatus[]): Refusal | undefined =>
  allowed.includes(row.status)
    ? undefined
    : refuse(`The database must be ${allowed.join(' or ')}; it is ${row.status}.`);
