import { table } from '../../core/table.ts';
import type { Reference } from '../../core/turn.ts';
import type { Row } from '../../core/world.ts';

/** A ticket. Source: support#tickets. */
export interface TicketRow extends Row {
  readonly summary: string;
  readonly description: string;
  readonly status: 'new' | 'open' | 'closed';
  readonly opened: string;
  readonly opened_by: string;
  readonly updated: string;
  readonly updated_by: string | null;
  readonly closed: string | null;
  readonly closable: boolean;
  readonly attachments: readonly string[];
  readonly entity: Reference | null;
}

/** A reply to a ticket. Source: support#replies. */
export interface ReplyRow extends Row {
  readonly ticketId: number;
  readonly created: string;
  readonly created_by: string;
  readonly description: string;
  readonly from_compute: boolean;
}

export const ticketTable = table<TicketRow>('tickets');
export const replyTable = table<ReplyRow>('ticket replies');

const GRAVATAR = '0'.repeat(32);

export const showTicket = (row: TicketRow): Readonly<Record<string, unknown>> => ({
  ...row,
  gravatar_id: GRAVATAR,
});

export const showReply = ({
  ticketId: _ticketId,
  ...row
}: ReplyRow): Readonly<Record<string, unknown>> => ({ ...row, gravatar_id: GRAVATAR });

/** Builds the reference of an event to a ticket. */
export const ticketReference = ({ id, summary }: TicketRow): Reference => ({
  id,
  type: 'ticket',
  label: summary,
  url: `/v4/support/tickets/${id}`,
});
