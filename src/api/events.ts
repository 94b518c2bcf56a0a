import * as z from 'zod';
import { Empty, envelope, Id, Timestamp } from './conventions.ts';
import { endpoint } from './endpoint.ts';
import { EVENT_ACTIONS } from './event-actions.ts';
import { word } from './word.ts';

/** The object of an event; the id of a tag or an image is a text. Source: events#entities. */
export const EventEntity = z.looseObject({
  id: z.union([z.int(), z.string()]).nullish(),
  label: z.string().nullish(),
  type: z.string(),
  url: z.string().nullish(),
});

/** An action on the account. `percent_complete` is null for a notice; `duration` in seconds;
 *  `time_remaining` in seconds or as h:mm:ss. Actions are an open set. Source: events#events. */
export const Event = z.looseObject({
  id: Id,
  created: Timestamp,
  seen: z.boolean(),
  read: z.boolean(),
  percent_complete: z.int().nullable(),
  time_remaining: z.union([z.int(), z.string()]).nullable(),
  rate: z.string().nullable(),
  duration: z.number().nullish(),
  action: word(EVENT_ACTIONS),
  username: z.string().nullable(),
  entity: EventEntity.nullable(),
  secondary_entity: EventEntity.nullish(),
  status: word(['scheduled', 'started', 'finished', 'failed', 'notification', 'canceled']),
  message: z.string().nullish(),
});
export type Event = z.infer<typeof Event>;

/** Age at which the service drops an event, in days. Source: events#events. */
export const EVENT_HORIZON_DAYS = 90;

const source = 'events#events';
const scopes = ['events:read_only'] as const;
const one = '/account/events/{eventId}';

export const events = {
  list: endpoint({
    method: 'GET',
    path: '/account/events',
    scopes,
    response: envelope(Event),
    paged: 'sized',
    filters: ['id', 'action', 'created', 'entity.id', 'entity.type', 'read'],
    source,
  }),
  view: endpoint({ method: 'GET', path: one, scopes, response: Event, source }),
  read: endpoint({ method: 'POST', path: `${one}/read`, scopes, response: Empty, source }),
  seen: endpoint({ method: 'POST', path: `${one}/seen`, scopes, response: Empty, source }),
} as const;
