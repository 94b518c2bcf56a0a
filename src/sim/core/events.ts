import { stamp } from './clock.ts';
import { table } from './table.ts';
import type { Entity, Reference, Turn } from './turn.ts';
import { nextId, type Row } from './world.ts';

export type EventStatus = 'scheduled' | 'started' | 'finished' | 'failed' | 'canceled' | 'notification';

/** An entry of the account's diary. `seconds`: how long the work takes at speed 1. Source: facts, 1.18. */
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

/** What an event says of an item. */
export const reference = <R extends Row>(entity: Entity<R>, row: R): Reference => ({
  id: row.id,
  type: entity.type,
  label: entity.label(row),
  url: `/v4${entity.path}/${row.id}`,
});

/** What is told of an event when it is written down; the rest follows from the turn. */
export interface Telling {
  readonly action: string;
  readonly entity: Reference | null;
  readonly secondary?: Reference | null;
  readonly status?: EventStatus;
  readonly message?: string;
  readonly seconds?: number;
  readonly rate?: string;
}

/** Writes an event down: by default a notification, which is over at once. */
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
  const elapsed = event.startedAt === null ? 0 : ((turn.now - event.startedAt) / 1000) * turn.world.settings.speed;
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
      return { percent_complete: 100, time_remaining: event.startedAt === null ? null : 0, duration: Math.round(event.seconds ?? 0) };
  }
};

/** The record of an event as clients see it; durations are in seconds of the service's time. Source: facts, 0.10 and 1.18. */
export const showEvent = (turn: Turn, event: EventRow): Readonly<Record<string, unknown>> => {
  const { startedAt: _startedAt, seconds: _seconds, rate, ...told } = event;
  return { ...told, ...progress(turn, event), rate: event.status === 'started' ? rate : null };
};
