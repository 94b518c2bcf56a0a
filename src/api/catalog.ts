import * as z from 'zod';
import { envelope, Timestamp } from './conventions.ts';
import { endpoint } from './endpoint.ts';
import { word } from './word.ts';

/** Real records have no `xen`. Source: catalog#kernels. */
export const Kernel = z.looseObject({
  id: z.string(),
  architecture: word(['x86_64', 'i386']),
  built: Timestamp,
  deprecated: z.boolean(),
  kvm: z.boolean(),
  label: z.string(),
  pvops: z.boolean(),
  version: z.string(),
  xen: z.boolean().optional(),
});
export type Kernel = z.infer<typeof Kernel>;

/** Resolvers are lists of addresses, separated by commas; older records have no label. Source:
 *  catalog#regions. */
export const Region = z.looseObject({
  id: z.string(),
  label: z.string().optional(),
  country: z.string(),
  capabilities: z.array(z.string()),
  resolvers: z.looseObject({ ipv4: z.string(), ipv6: z.string() }),
  status: word(['ok', 'outage']),
});
export type Region = z.infer<typeof Region>;

const Price = z.looseObject({ hourly: z.number().nullable(), monthly: z.number().nullable() });

/** A plan: memory and disk in MB, transfer in GB a month, network_out in Mbit/s, prices in US
 *  dollars. Source: catalog#plan-types. */
export const PlanType = z.looseObject({
  id: z.string(),
  label: z.string(),
  price: Price,
  addons: z.looseObject({ backups: z.looseObject({ price: Price }) }),
  memory: z.int(),
  disk: z.int(),
  transfer: z.int(),
  vcpus: z.int(),
  gpus: z.int(),
  network_out: z.int(),
  class: word(['nanode', 'standard', 'dedicated', 'gpu', 'highmem', 'premium', 'accelerated']),
  successor: z.string().nullable(),
});
export type PlanType = z.infer<typeof PlanType>;

const open = { method: 'GET', scopes: [], auth: 'none' } as const;
const described = { ...open, source: 'catalog#catalog' } as const;
const namedOnly = { ...open, named: true, source: 'catalog#catalog' } as const;

/** The public catalogs. */
export const catalog = {
  kernels: endpoint({
    ...described,
    path: '/compute/kernels',
    response: envelope(Kernel),
    paged: 'sized',
    filters: ['id', 'architecture', 'deprecated', 'kvm', 'label', 'pvops', 'version', 'xen'],
  }),
  kernel: endpoint({ ...described, path: '/compute/kernels/{kernelId}', response: Kernel }),
  regions: endpoint({
    ...described,
    path: '/regions',
    response: envelope(Region),
    paged: 'unsized',
  }),
  region: endpoint({ ...described, path: '/regions/{regionId}', response: Region }),
  types: endpoint({
    ...namedOnly,
    path: '/compute/types',
    response: envelope(PlanType),
    paged: 'unsized',
    filters: ['label', 'disk', 'class', 'network_out', 'memory', 'transfer', 'vcpus', 'gpus'],
  }),
  type: endpoint({ ...namedOnly, path: '/compute/types/{typeId}', response: PlanType }),
} as const;
