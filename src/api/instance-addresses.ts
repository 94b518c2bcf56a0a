import * as z from 'zod';
import { Address, AddressUpdate } from './addresses.ts';
import { Empty } from './conventions.ts';
import { endpoint } from './endpoint.ts';

/** A routed IPv6 range. Source: addresses#ipv6-ranges. */
const Range = z.looseObject({
  range: z.string(),
  prefix: z.int(),
  region: z.string(),
  route_target: z.string().nullish(),
});

const list = z.array(Address);

/** All addresses of one instance; not an envelope. Source: compute#addresses-of-an-instance. */
export const InstanceAddresses = z.looseObject({
  ipv4: z.looseObject({ public: list, private: list, shared: list, reserved: list.optional() }),
  ipv6: z
    .looseObject({
      slaac: Address.nullable(),
      link_local: Address.nullable(),
      global: z.array(Range),
    })
    .nullable(),
});
export type InstanceAddresses = z.infer<typeof InstanceAddresses>;

/** Allocates an additional IPv4 address, public or private. Source:
 *  compute#addresses-of-an-instance. */
export const InstanceAddressAllocate = z.strictObject({
  type: z.enum(['ipv4']),
  public: z.boolean(),
});
export type InstanceAddressAllocate = z.input<typeof InstanceAddressAllocate>;

const all = '/compute/instances/{computeId}/ips';
const one = `${all}/{address}` as const;
const read = {
  method: 'GET',
  scopes: ['computes:read_only'],
  named: true,
  source: 'compute#addresses-of-an-instance',
} as const;
const write = {
  scopes: ['computes:read_write'],
  named: true,
  source: 'compute#addresses-of-an-instance',
} as const;

/** Networking of one instance, which the published descriptions only name. */
export const instanceAddresses = {
  list: endpoint({ ...read, path: all, response: InstanceAddresses }),
  allocate: endpoint({
    ...write,
    method: 'POST',
    path: all,
    body: InstanceAddressAllocate,
    response: Address,
  }),
  view: endpoint({ ...read, path: one, response: Address }),
  update: endpoint({ ...write, method: 'PUT', path: one, body: AddressUpdate, response: Address }),
  delete: endpoint({ ...write, method: 'DELETE', path: one, response: Empty }),
} as const;
