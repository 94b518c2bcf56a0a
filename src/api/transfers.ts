import * as z from 'zod';
import { Empty, envelope, Id, Timestamp } from './conventions.ts';
import { endpoint } from './endpoint.ts';
import { word } from './word.ts';

/** Time within which a transfer can be accepted, and longest duration of an accepted one, in
 *  hours. Source: transfers#transfers. */
export const TRANSFER_HOURS = { toAccept: 24, toComplete: 3 } as const;

/** Items that are handed to another account. Source: transfers#transfers. */
export const ServiceTransfer = z.looseObject({
  token: z.string(),
  status: word(['pending', 'accepted', 'completed', 'cancelled', 'failed', 'stale']),
  created: Timestamp,
  updated: Timestamp,
  expiry: Timestamp,
  is_sender: z.boolean(),
  entities: z.looseObject({ computes: z.array(Id) }),
});
export type ServiceTransfer = z.infer<typeof ServiceTransfer>;

/** Source: transfers#transfers. */
export const ServiceTransferCreate = z.strictObject({
  entities: z.strictObject({ computes: z.array(Id).min(1, 'computes is required') }),
});
export type ServiceTransferCreate = z.input<typeof ServiceTransferCreate>;

const source = 'transfers#transfers';
const read = {
  method: 'GET',
  scopes: ['account:read_only'],
  unrestricted: true,
  source,
} as const;
const write = { scopes: ['account:read_write'], unrestricted: true, source } as const;
const filters = ['status', 'is_sender'] as const;
const service = '/account/service-transfers';
const entity = '/account/entity-transfers';

export const transfers = {
  list: endpoint({
    ...read,
    path: service,
    response: envelope(ServiceTransfer),
    paged: 'sized',
    filters,
  }),
  create: endpoint({
    ...write,
    method: 'POST',
    path: service,
    body: ServiceTransferCreate,
    response: ServiceTransfer,
  }),
  view: endpoint({ ...read, path: `${service}/{token}`, response: ServiceTransfer, named: true }),
  cancel: endpoint({
    ...write,
    method: 'DELETE',
    path: `${service}/{token}`,
    response: Empty,
    named: true,
  }),
  accept: endpoint({
    ...write,
    method: 'POST',
    path: `${service}/{token}/accept`,
    response: Empty,
    named: true,
  }),
} as const;

/** The deprecated operations on the same transfers. */
export const entityTransfers = {
  list: endpoint({
    ...read,
    path: entity,
    response: envelope(ServiceTransfer),
    paged: 'sized',
    filters,
  }),
  create: endpoint({
    ...write,
    method: 'POST',
    path: entity,
    body: ServiceTransferCreate,
    response: ServiceTransfer,
  }),
  view: endpoint({ ...read, path: `${entity}/{token}`, response: ServiceTransfer }),
  cancel: endpoint({ ...write, method: 'DELETE', path: `${entity}/{token}`, response: Empty }),
  accept: endpoint({
    ...write,
    method: 'POST',
    path: `${entity}/{token}/accept`,
    response: Empty,
  }),
} as const;
