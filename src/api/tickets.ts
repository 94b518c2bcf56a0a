import * as z from 'zod';
import { text } from './bounds.ts';
import { Empty, envelope, Id, Timestamp } from './conventions.ts';
import { endpoint } from './endpoint.ts';
import { EventEntity } from './events.ts';
import { file } from './file-content.ts';
import { word } from './word.ts';

/** Extensions of files that a ticket accepts. Source: support#attachments. */
export const ATTACHMENT_EXTENSIONS = [
  '.gif',
  '.jpg',
  '.jpeg',
  '.pjpg',
  '.pjpeg',
  '.tif',
  '.tiff',
  '.png',
  '.pdf',
  '.txt',
] as const;

/** A ticket. `closable`: the user may close it. Source: support#tickets. */
export const Ticket = z.looseObject({
  id: Id,
  summary: z.string(),
  description: z.string(),
  status: word(['new', 'open', 'closed']),
  opened: Timestamp,
  opened_by: z.string(),
  updated: Timestamp,
  updated_by: z.string().nullable(),
  closed: Timestamp.nullable(),
  closable: z.boolean(),
  attachments: z.array(z.string()),
  entity: EventEntity.nullable(),
});
export type Ticket = z.infer<typeof Ticket>;

/** A reply to a ticket. `from_compute`: by the staff of the service. Source: support#replies. */
export const TicketReply = z.looseObject({
  id: Id,
  created: Timestamp,
  created_by: z.string(),
  description: z.string(),
  from_compute: z.boolean(),
});
export type TicketReply = z.infer<typeof TicketReply>;

const id = Id.optional();

/** Source: support#open. */
export const TicketCreate = z.strictObject({
  summary: text(1, 64),
  description: text(1, 65_000),
  compute_id: id,
  database_id: id,
  domain_id: id,
  firewall_id: id,
  kubecluster_id: id,
  longviewclient_id: id,
  nodebalancer_id: id,
  volume_id: id,
  managed_issue: z.boolean().optional(),
  region: z.string().optional(),
  vlan: z.string().optional(),
});
export type TicketCreate = z.input<typeof TicketCreate>;

/** Source: support#replies. */
export const TicketReplyCreate = z.strictObject({ description: text(1, 65_535) });
export type TicketReplyCreate = z.input<typeof TicketReplyCreate>;

const read = { method: 'GET', scopes: ['account:read_only'], source: 'support#tickets' } as const;
const write = { method: 'POST', scopes: ['account:read_write'] } as const;
const all = '/support/tickets';
const one = `${all}/{ticketId}` as const;

export const tickets = {
  list: endpoint({
    ...read,
    path: all,
    response: envelope(Ticket),
    paged: 'sized',
    filters: ['opened', 'closed', 'updated'],
  }),
  open: endpoint({
    ...write,
    path: all,
    body: TicketCreate,
    response: Ticket,
    source: 'support#open',
  }),
  view: endpoint({ ...read, path: one, response: Ticket }),
  attach: endpoint({
    ...write,
    path: `${one}/attachments`,
    media: 'multipart/form-data',
    body: file(),
    response: Empty,
    source: 'support#attachments',
  }),
  close: endpoint({ ...write, path: `${one}/close`, response: Empty, source: 'support#close' }),
  replies: endpoint({
    ...read,
    path: `${one}/replies`,
    response: envelope(TicketReply),
    paged: 'sized',
    source: 'support#replies',
  }),
  reply: endpoint({
    ...write,
    path: `${one}/replies`,
    body: TicketReplyCreate,
    response: TicketReply,
    source: 'support#replies',
  }),
} as const;
