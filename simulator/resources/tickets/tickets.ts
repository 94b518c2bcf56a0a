import { ATTACHMENT_EXTENSIONS, tickets as endpoints } from '../../../src/api/tickets.ts';
import { stamp } from '../../core/clock.ts';
import { tell } from '../../core/events.ts';
import { done, listedPlain, notFound, ok, type Refusal, refuse } from '../../core/reply.ts';
import { type Resource, route } from '../../core/route.ts';
import { nextId, type World } from '../../core/world.ts';
import { addReply, askStaff, ticketAnswered, ticketByStaff } from './staff.ts';
import { isRefused, subjectOf } from './subject.ts';
import {
  replyTable,
  showReply,
  showTicket,
  type TicketRow,
  ticketReference,
  ticketTable,
} from './table.ts';

/** Returns the tickets, open ones first. Source: support#tickets. */
const openFirst = (world: World): readonly TicketRow[] => {
  const { open = [], closed = [] } = Object.groupBy(ticketTable.all(world), ({ status }) =>
    status === 'closed' ? 'closed' : 'open',
  );
  return [...open, ...closed];
};

const ticket = (world: World, id: string | number): TicketRow | undefined =>
  ticketTable.find(world, Number(id));

/** Source: support#close. */
const closed: Refusal = refuse('This ticket is closed');

const openRoute = route(endpoints.open, ({ turn, body }) => {
  const { world, now, actor } = turn;
  const subject = subjectOf(turn, body);
  if (isRefused(subject)) return subject;
  const row = ticketTable.insert(world, {
    id: nextId(world, 'ticket', 11_223_000),
    summary: body.summary,
    description: body.description,
    status: 'new',
    opened: stamp(now),
    opened_by: actor ?? '',
    updated: stamp(now),
    updated_by: null,
    closed: null,
    closable: true,
    attachments: [],
    entity: subject,
  });
  askStaff(turn, row.id);
  tell(turn, { action: 'ticket_create', entity: ticketReference(row) });
  return ok(showTicket(row));
});

const attachRoute = route(endpoints.attach, ({ turn, params, body }) => {
  const row = ticket(turn.world, params.ticketId);
  if (row === undefined) return notFound;
  if (row.status === 'closed') return closed;
  const name = body.name ?? '';
  const isAccepted = ATTACHMENT_EXTENSIONS.some((one) => name.toLowerCase().endsWith(one));
  if (!isAccepted)
    return refuse(`The extension must be one of ${ATTACHMENT_EXTENSIONS.join(', ')}`, 'file');
  const updated = ticketTable.update(turn.world, row.id, {
    attachments: [...row.attachments, name],
    updated: stamp(turn.now),
    updated_by: turn.actor,
  });
  tell(turn, { action: 'ticket_attachment_upload', entity: ticketReference(updated) });
  return done;
});

const closeRoute = route(endpoints.close, ({ turn, params }) => {
  const row = ticket(turn.world, params.ticketId);
  if (row === undefined) return notFound;
  if (row.status === 'closed') return closed;
  if (!row.closable) return refuse('This ticket cannot be closed');
  const at = stamp(turn.now);
  const updated = ticketTable.update(turn.world, row.id, {
    status: 'closed',
    closable: false,
    closed: at,
    updated: at,
    updated_by: turn.actor,
  });
  tell(turn, { action: 'ticket_update', entity: ticketReference(updated) });
  return done;
});

const replyRoute = route(endpoints.reply, ({ turn, params, body }) => {
  const row = ticket(turn.world, params.ticketId);
  if (row === undefined) return notFound;
  if (row.status === 'closed') return closed;
  const by = turn.actor ?? '';
  const reply = addReply(turn, row, { by, description: body.description, isStaff: false });
  askStaff(turn, row.id);
  tell(turn, { action: 'ticket_update', entity: ticketReference(row) });
  return ok(showReply(reply));
});

/** Support tickets, with a staff that answers. Source: support#tickets. */
export const ticketResource: Resource = {
  routes: [
    route(endpoints.list, ({ turn: { world } }) => listedPlain(openFirst(world), showTicket)),
    openRoute,
    route(endpoints.view, ({ turn: { world }, params }) => {
      const row = ticket(world, params.ticketId);
      return row === undefined ? notFound : ok(showTicket(row));
    }),
    attachRoute,
    closeRoute,
    route(endpoints.replies, ({ turn: { world }, params }) => {
      const row = ticket(world, params.ticketId);
      if (row === undefined) return notFound;
      const rows = replyTable.all(world).filter(({ ticketId }) => ticketId === row.id);
      return listedPlain(rows, showReply);
    }),
    replyRoute,
  ],
  alarms: { 'ticket.answered': ticketAnswered, 'ticket.openedByStaff': ticketByStaff },
};
