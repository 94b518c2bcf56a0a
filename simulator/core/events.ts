import { stamp } from './clock.ts';
import { table } from './table.ts';
import type { Entity, Reference, Turn } from './turn.ts';
import { nextId, type Row, type World } from './world.ts';

export type EventStatus =
  | 'scheduled'
  | 'started'
  | 'finished'
  | 'failed'
  | 'canceled'
  | 'notification';

/** An event of the account. `seconds`: duration of the work at speed 1. Source: events#events. */
export interface EventRow extends Row {
  readonly created: string;
  readonly action: string;
  readonly username: string | null;
  readonly status: EventStatus;
  readonly entity: Reference | null;
  readonly secondary_entity: Reference | null;
  readonly message: string;
  readonly seen: boolean;
  readonly read: boolean;
  readonly rate: string | null;
  readonly startedAt: number | null;
  readonly seconds: number | null;
}

export const events = table<EventRow>('events');

/** Ids of events by the id of their entity. `read`: number of indexed rows. */
interface EntityIndex {
  readonly ids: Map<number | string, number[]>;
  read: number;
}

const indexes = new WeakMap<readonly EventRow[], EntityIndex>();

/** Returns the index, and extends it by new rows: events are only appended, in the order of their
 *  ids, and their entities never change. */
const indexOf = (rows: readonly EventRow[]): EntityIndex => {
  const index = indexes.get(rows) ?? { ids: new Map<number | string, number[]>(), read: 0 };
  indexes.set(rows, index);
  for (; index.read < rows.length; index.read += 1) {
    const { id, entity } = rows[index.read] ?? { id: 0, entity: null };
    if (entity === null) continue;
    const known = index.ids.get(entity.id);
    if (known === undefined) index.ids.set(entity.id, [id]);
    else known.push(id);
  }
  return index;
};

/** Returns the events about items with an id, of any type, oldest first. */
export const eventsAbout = (world: World, id: number | string): readonly EventRow[] =>
  (indexOf(events.all(world)).ids.get(id) ?? []).flatMap(
    (eventId) => events.find(world, eventId) ?? [],
  );

/** Builds the reference of an event to an item. */
export const reference = <R extends Row>(entity: Entity<R>, row: R): Reference => ({
  id: row.id,
  type: entity.type,
  label: entity.label(row),
  url: `/v4${entity.path}/${row.id}`,
});

/** The members of a new event; the turn supplies the rest. */
export interface Telling {
  readonly action: string;
  readonly entity: Reference | null;
  readonly secondary?: Reference | null;
  readonly status?: EventStatus;
  readonly message?: string;
  readonly seconds?: number;
  readonly rate?: string;
}

/** Records an event: by default a notification, which is finished at once. */
export const tell = (turn: Turn, telling: Telling): EventRow =>
  events.insert(turn.world, {
    id: nextId(turn.world, 'event', 511_000_000),
    created: stamp(turn.now),
    action: telling.action,
    username: turn.actor,
    status: telling.status ?? 'notification',
    entity: telling.entity,
    secondary_entity: telling.secondary ?? null,
    message: telling.message ?? '',
    seen: false,
    read: false,
    rate: telling.rate ?? null,
    startedAt: null,
    seconds: telling.seconds ?? null,
  });

const clockForm = (seconds: number): string =>
  `${Math.floor(seconds / 3600)}:${Math.floor((seconds % 3600) / 60)}:${Math.floor(seconds % 60)}`;

interface Progress {
  readonly percent_complete: number | null;
  readonly time_remaining: number | string | null;
  readonly duration: number | null;
}

const running = (event: EventRow, elapsed: number): Progress => {
  const total = event.seconds ?? 0;
  return {
    percent_complete: total === 0 ? 99 : Math.min(99, Math.floor((100 * elapsed) / total)),
    time_remaining: event.rate === null ? null : clockForm(Math.max(0, total - elapsed)),
    duration: elapsed,
  };
};

const progress = (turn: Turn, event: EventRow): Progress => {
  const elapsed =
    event.startedAt === null
      ? 0
      : ((turn.now - event.startedAt) / 1000) * turn.world.settings.speed;
  switch (event.status) {
    case 'notification':
      return { percent_complete: null, time_remaining: null, duration: null };
    case 'scheduled':
      return { percent_complete: 0, time_remaining: null, duration: null };
    case 'started':
      return running(event, elapsed);
    case 'finished':
    case 'failed':
    case 'canceled':
      return {
        percent_complete: 100,
        time_remaining: event.startedAt === null ? null : 0,
        duration: Math.round(event.seconds ?? 0),
      };
  }
};

/** Builds the record of an event for clients; durations are in seconds of the service's time.
 *  Source: events#events. */
export const showEvent = (turn: Turn, event: EventRow): Readonly<Record<string, unknown>> => {
  const { startedAt: _startedAt, seconds: _seconds, rate, ...told } = event;
  return { ...told, ...progress(turn, event), rate: event.status === 'started' ? rate : null };
};
