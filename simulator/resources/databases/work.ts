import { type EventStatus, events, reference, tell } from '../../core/events.ts';
import { schedule } from '../../core/pending.ts';
import { drawWithin, type Range } from '../../core/random.ts';
import { type Refusal, refuse } from '../../core/reply.ts';
import type { Turn } from '../../core/turn.ts';
import type { Args } from '../../core/world.ts';
import { type DatabaseRow, type DatabaseStatus, databases, databaseTable } from './table.ts';

/** What every alarm of work on a database is given. */
export interface Task extends Args {
  readonly databaseId: number;
  readonly eventId: number;
}

/** Work that takes `seconds` at speed 1 and ends in the alarm `alarm`. */
export interface Order {
  readonly action: string;
  readonly seconds: Range;
  readonly alarm: string;
  readonly args?: Args;
}

/** Takes work in. Its event is a notification while the work lasts, and finished after it. @returns
 *  the event's id Source: events#events. */
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

/** Ends work: its event says how, and the database that is still in `from` is changed. @returns the
 *  database as it is then */
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

/** A 400 without a field, as every guard. Source: databases#status. */
export const notIn = (row: DatabaseRow, allowed: readonly DatabaseStatus[]): Refusal | undefined =>
  allowed.includes(row.status)
    ? undefined
    : refuse(`The database must be ${allowed.join(' or ')}; it is ${row.status}.`);
