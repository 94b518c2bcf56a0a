import * as z from 'zod';
import { Empty, Id } from '../../../src/api/conventions.ts';
import { endpoint } from '../../../src/api/endpoint.ts';

const record = z.looseObject({});
const source = 'addresses#ipv6-ranges';
const read = { method: 'GET', scopes: ['ips:read_only'], named: true, source } as const;
const write = { scopes: ['ips:read_write'], named: true, source } as const;
const params = { range: z.string().min(1) } as const;
const all = '/networking/ipv6/ranges';
const one = `${all}/{range}` as const;

const RangeCreate = z
  .strictObject({
    compute_id: Id.optional(),
    route_target: z.string().optional(),
    prefix_length: z.union([z.literal(56), z.literal(64)], 'Must be one of 56, 64'),
  })
  .refine(
    (body) => body.compute_id !== undefined || body.route_target !== undefined,
    'compute_id or route_target is required',
  );

/** Endpoints of networks that are recorded but absent from the contract. */
export const networkEndpoints = {
  ranges: endpoint({ ...read, path: all, response: record, paged: 'sized', filters: ['region'] }),
  rangeCreate: endpoint({
    ...write,
    method: 'POST',
    path: all,
    body: RangeCreate,
    response: record,
  }),
  range: endpoint({ ...read, path: one, params, response: record }),
  rangeDelete: endpoint({ ...write, method: 'DELETE', path: one, params, response: Empty }),
  pools: endpoint({
    ...read,
    path: '/networking/ipv6/pools',
    response: record,
    paged: 'sized',
    filters: ['region'],
  }),
  vlans: endpoint({
    ...read,
    scopes: ['computes:read_only'],
    path: '/networking/vlans',
    response: record,
    paged: 'sized',
    filters: ['label', 'region'],
  }),
} as const;
