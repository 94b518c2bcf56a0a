import * as z from 'zod';
import { Empty, envelope, Id } from './conventions.ts';
import { endpoint } from './endpoint.ts';
import { word } from './word.ts';

/** An address of the account; `rdns` its reverse name. Source: addresses#addresses. */
export const Address = z.looseObject({
  address: z.string(),
  gateway: z.string().nullable(),
  subnet_mask: z.string(),
  prefix: z.int(),
  type: word(['ipv4', 'ipv6']),
  public: z.boolean(),
  rdns: z.string().nullable(),
  compute_id: Id.nullable(),
  region: z.string(),
});
export type Address = z.infer<typeof Address>;

/** When true, `rdns` of IPv6 addresses is always null. Source: addresses#addresses. */
export const AddressQuery = z.looseObject({
  skip_ipv6_rdns: z.stringbool({ truthy: ['true'], falsy: ['false'] }).default(false),
});

/** Allocates an additional IPv4 address for an instance. Source: addresses#allocate. */
export const AddressAllocate = z.strictObject({
  compute_id: Id,
  public: z.boolean(),
  type: z.enum(['ipv4']),
});
export type AddressAllocate = z.input<typeof AddressAllocate>;

const Assignable = z.union([z.ipv4(), z.cidrv6().regex(/\/(56|64)$/)], 'IP Address not found.');

/** The new instance of each address, within one region. Source: addresses#assign. */
export const AddressAssign = z.strictObject({
  assignments: z.array(z.strictObject({ address: Assignable, compute_id: Id })),
  region: z.string(),
});
export type AddressAssign = z.input<typeof AddressAssign>;

/** Addresses that may fail over to the instance, ranges without their suffix; [] ends all sharing.
 *  Source: addresses#share. */
export const AddressShare = z.strictObject({
  ips: z.array(z.union([z.ipv4(), z.ipv6()])),
  compute_id: Id,
});
export type AddressShare = z.input<typeof AddressShare>;

/** A name that already resolves to the address; null restores the default. Source:
 *  addresses#reverse-names. */
export const AddressUpdate = z.strictObject({ rdns: z.string().nullable() });
export type AddressUpdate = z.input<typeof AddressUpdate>;

const source = 'addresses#addresses';
const all = '/networking/ips';
const read = { method: 'GET', scopes: ['ips:read_only'], source } as const;
const change = {
  method: 'POST',
  scopes: ['ips:read_write', 'computes:read_write'],
  source,
} as const;

export const addresses = {
  list: endpoint({
    ...read,
    path: all,
    query: AddressQuery,
    response: envelope(Address),
    paged: 'unsized',
    filters: ['region'],
  }),
  allocate: endpoint({ ...change, path: all, body: AddressAllocate, response: Address }),
  assign: endpoint({ ...change, path: `${all}/assign`, body: AddressAssign, response: Empty }),
  assignIpv4: endpoint({
    ...change,
    path: '/networking/ipv4/assign',
    body: AddressAssign,
    response: Empty,
  }),
  share: endpoint({
    method: 'POST',
    path: `${all}/share`,
    base: 'beta',
    scopes: ['ips:read_write'],
    body: AddressShare,
    response: Empty,
    source,
  }),
  view: endpoint({ ...read, path: `${all}/{address}`, response: Address }),
  update: endpoint({
    method: 'PUT',
    path: `${all}/{address}`,
    scopes: ['ips:read_write'],
    body: AddressUpdate,
    response: Address,
    source,
  }),
} as const;
