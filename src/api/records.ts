import * as z from 'zod';
import { between, text } from './bounds.ts';
import { Empty, envelope, Id, Timestamp } from './conventions.ts';
import { endpoint } from './endpoint.ts';
import { recordProblems } from './record-rules.ts';
import { word } from './word.ts';

/** Types of a record. Source: dns#records. */
export const RECORD_TYPES = ['A', 'AAAA', 'NS', 'MX', 'CNAME', 'TXT', 'SRV', 'PTR', 'CAA'] as const;

const CAA_TAGS = ['issue', 'issuewild', 'iodef'] as const;

/** A record of a zone; members that its type does not use are 0 or null. Source: dns#records. */
export const DomainRecord = z.looseObject({
  id: Id,
  type: word(RECORD_TYPES),
  name: z.string(),
  target: z.string(),
  ttl_sec: z.int(),
  priority: z.int(),
  weight: z.int(),
  port: z.int(),
  protocol: z.string().nullable(),
  service: z.string().nullable(),
  tag: word(CAA_TAGS).nullable(),
  created: Timestamp,
  updated: Timestamp,
});
export type DomainRecord = z.infer<typeof DomainRecord>;

/** An update of everything but the type, all optional. An empty name is the zone itself. Source:
 *  dns#records. */
export const RecordUpdate = z.strictObject({
  name: text(0, 100).optional(),
  target: text(0, 65_535).optional(),
  ttl_sec: z.int().min(0).optional(),
  priority: between(0, 255).optional(),
  weight: between(0, 65_535).optional(),
  port: between(0, 65_535).optional(),
  protocol: z.string().nullable().optional(),
  service: z.string().nullable().optional(),
  tag: z.enum(CAA_TAGS).nullable().optional(),
});
export type RecordUpdate = z.input<typeof RecordUpdate>;

/** Source: dns#records. */
export const RecordCreate = RecordUpdate.extend({ type: z.enum(RECORD_TYPES) }).superRefine(
  (record, context) => {
    for (const { field, reason } of recordProblems(record))
      context.addIssue({ code: 'custom', path: [field], message: reason });
  },
);
export type RecordCreate = z.input<typeof RecordCreate>;

/** Maximum number of active records of one domain. Source: dns#records. */
export const RECORDS_MAX = 12_000;

const source = 'dns#records';
const all = '/domains/{domainId}/records';
const one = `${all}/{recordId}` as const;
const read = { method: 'GET', scopes: ['domains:read_only'], source } as const;
const write = { scopes: ['domains:read_write'], source } as const;

export const records = {
  list: endpoint({
    ...read,
    path: all,
    response: envelope(DomainRecord),
    paged: 'sized',
    filters: ['type', 'name', 'target', 'tag'],
  }),
  create: endpoint({
    ...write,
    method: 'POST',
    path: all,
    body: RecordCreate,
    response: DomainRecord,
  }),
  view: endpoint({ ...read, path: one, response: DomainRecord }),
  update: endpoint({
    ...write,
    method: 'PUT',
    path: one,
    body: RecordUpdate,
    response: DomainRecord,
  }),
  delete: endpoint({ ...write, method: 'DELETE', path: one, response: Empty }),
} as const;
