import { stamp } from '../../core/clock.ts';
import { schedule } from '../../core/pending.ts';
import { drawWithin, type Range } from '../../core/random.ts';
import type { Alarm, Turn } from '../../core/turn.ts';
import { nextId } from '../../core/world.ts';
import { replyTable, type TicketRow, ticketTable } from './table.ts';

/** Seconds until the staff answers. */
const ANSWER: Range = [600, 3600];

const STAFF = 'staff';

/** Adds a reply and updates its ticket. */
export const addReply = (
  { world, now }: Turn,
  ticket: TicketRow,
  reply: { readonly by: string; readonly description: string; readonly isStaff: boolean },
) => {
  const row = replyTable.insert(world, {
    id: nextId(world, 'ticket', 11_223_000),
    ticketId: ticket.id,
    created: stamp(now),
    created_by: reply.by,
    description: reply.description,
    from_compute: reply.isStaff,
  });
  ticketTable.update(world, ticket.id, { updated: stamp(now), updated_by: reply.by });
  return row;
};

/** Schedules an answer of the staff. */
export const askStaff = (turn: Turn, ticketId: number): void =>
  schedule(turn, 'ticket.answered', drawWithin(turn.world, ANSWER), { ticketId });

/** The staff answers a ticket that is not closed. Source: support#tickets. */
export const ticketAnswered: Alarm<{ readonly ticketId: number }> = {
  ring: (turn, { ticketId }) => {
    const ticket = ticketTable.find(turn.world, ticketId);
    if (ticket === undefined || ticket.status === 'closed') return;
    ticketTable.update(turn.world, ticketId, { status: 'open' });
    const description = 'Thank you for your message. We will look into it.';
    addReply(turn, ticket, { by: STAFF, description, isStaff: true });
  },
};

/** An incident: the staff opens a ticket, which users cannot close. */
export const ticketByStaff: Alarm<{ readonly summary: string }> = {
  ring: ({ world, now }, { summary }) => {
    ticketTable.insert(world, {
      id: nextId(world, 'ticket', 11_223_000),
      summary,
      description: 'Please read this notice of the service.',
      status: 'open',
      opened: stamp(now),
      opened_by: STAFF,
      updated: stamp(now),
      updated_by: null,
      closed: null,
      closable: false,
      attachments: [],
      entity: null,
    });
  },
};
