import { EVENT_HORIZON_DAYS, events as endpoints } from '../../../api/events.ts';
import { stamp } from '../../core/clock.ts';
import { type EventRow, events, showEvent } from '../../core/events.ts';
import { done, listedPlain, notFound, ok } from '../../core/reply.ts';
import { type Resource, route } from '../../core/route.ts';
import type { Turn } from '../../core/turn.ts';
import { permission, type Viewer } from '../../core/users.ts';

const DAY_MS = 86_400_000;

/** Events of the last 90 days, as far as the user may see what they are about. Source: document 3, "Events". */
const visible = (turn: Turn, viewer: Viewer | null): readonly EventRow[] => {
  const oldest = stamp(turn.now - EVENT_HORIZON_DAYS * DAY_MS);
  const rows = events.all(turn.world).filter(({ created }) => created >= oldest);
  if (viewer === null || !viewer.user.restricted) return rows;
  const { user } = viewer;
  return rows.filter(
    ({ entity, username }) => username === user.username || (entity !== null && permission(user, entity.type, entity.id) !== null),
  );
};

const seek = (turn: Turn, viewer: Viewer | null, id: string | number): EventRow | undefined =>
  visible(turn, viewer).find((event) => event.id === Number(id));

/** Source: document 3, "Account"; facts, 1.18. */
export const eventResource: Resource = {
  routes: [
    route(endpoints.list, ({ turn, viewer }) => listedPlain(visible(turn, viewer), (event) => showEvent(turn, event))),
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
    /** This and all earlier ones. */
    route(endpoints.seen, ({ turn, viewer, params }) => {
      const event = seek(turn, viewer, params.eventId);
      if (event === undefined) return notFound;
      for (const { id, seen } of visible(turn, viewer)) if (id <= event.id && !seen) events.update(turn.world, id, { seen: true });
      return done;
    }),
  ],
};
