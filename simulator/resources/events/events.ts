import { EVENT_HORIZON_DAYS, events as endpoints } from '../../../src/api/events.ts';
import { stamp } from '../../core/clock.ts';
import { type EventRow, events, eventsAbout, showEvent } from '../../core/events.ts';
import { done, listedPlain, notFound, ok } from '../../core/reply.ts';
import { type Resource, route } from '../../core/route.ts';
import type { Turn } from '../../core/turn.ts';
import { permission, type Viewer } from '../../core/users.ts';

const DAY_MS = 86_400_000;

/** Returns the events of the last 90 days, in order of their times. */
const remembered = (turn: Turn): readonly EventRow[] => {
  const oldest = stamp(turn.now - EVENT_HORIZON_DAYS * DAY_MS);
  const rows = events.all(turn.world);
  const first = rows.findIndex(({ created }) => created >= oldest);
  return first === 0 ? rows : first < 0 ? [] : rows.slice(first);
};

/** Returns the events about items that a user may see. Source: events#events. */
const visibleTo = (viewer: Viewer | null, rows: readonly EventRow[]): readonly EventRow[] => {
  if (viewer === null || !viewer.user.restricted) return rows;
  const { user } = viewer;
  return rows.filter(
    ({ entity, username }) =>
      username === user.username ||
      (entity !== null && permission(user, entity.type, entity.id) !== null),
  );
};

const visible = (turn: Turn, viewer: Viewer | null): readonly EventRow[] =>
  visibleTo(viewer, remembered(turn));

/** Finds the events of one item, for which clients poll, without a scan of all events. */
const narrowed = (turn: Turn, viewer: Viewer | null, id: unknown): readonly EventRow[] => {
  if (typeof id !== 'number' && typeof id !== 'string') return visible(turn, viewer);
  const oldest = stamp(turn.now - EVENT_HORIZON_DAYS * DAY_MS);
  return visibleTo(
    viewer,
    eventsAbout(turn.world, id).filter(({ created }) => created >= oldest),
  );
};

const seek = (turn: Turn, viewer: Viewer | null, id: string | number): EventRow | undefined =>
  visible(turn, viewer).find((event) => event.id === Number(id));

/** Source: events#events. */
export const eventResource: Resource = {
  routes: [
    route(endpoints.list, ({ turn, viewer }) =>
      listedPlain(visible(turn, viewer), (event) => showEvent(turn, event), {
        isPlain: true,
        narrow: ({ 'entity.id': id }) => narrowed(turn, viewer, id),
      }),
    ),
    route(endpoints.view, ({ turn, viewer, params }) => {
      const event = seek(turn, viewer, params.eventId);
      return event === undefined ? notFound : ok(showEvent(turn, event));
    }),
    route(endpoints.read, ({ turn, viewer, params }) => {
      const event = seek(turn, viewer, params.eventId);
      if (event === undefined) return notFound;
      events.update(turn.world, event.id, { read: true });
      return done;
    }),
    /** Marks this event and all earlier ones as seen. */
    route(endpoints.seen, ({ turn, viewer, params }) => {
      const event = seek(turn, viewer, params.eventId);
      if (event === undefined) return notFound;
      for (const { id, seen } of visible(turn, viewer))
        if (id <= event.id && !seen) events.update(turn.world, id, { seen: true });
      return done;
    }),
  ],
};
