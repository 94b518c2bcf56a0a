import * as z from 'zod';
import { between, text } from './bounds.ts';
import { Empty, envelope, Id, Timestamp } from './conventions.ts';
import { endpoint } from './endpoint.ts';
import { word } from './word.ts';

/** Kinds of checks. Source: monitoring#services. */
const SERVICE_TYPES = ['url', 'tcp'] as const;

/** A service that the staff monitors; `timeout` in seconds. Source: monitoring#services. */
export const ManagedService = z.looseObject({
  id: Id,
  status: word(['disabled', 'pending', 'ok', 'problem']),
  service_type: word(SERVICE_TYPES),
  label: z.string(),
  address: z.string(),
  timeout: z.int(),
  body: z.string().nullable(),
  consultation_group: z.string(),
  notes: z.string().nullable(),
  region: z.string().nullable(),
  credentials: z.array(Id),
  created: Timestamp,
  updated: Timestamp,
});
export type ManagedService = z.infer<typeof ManagedService>;

/** Source: monitoring#services. */
export const ServiceLabel = text(3, 64).regex(
  /^[a-zA-Z0-9_ .-]*$/,
  'Must only use letters, digits, dashes, underscores, spaces and periods',
);

/** Source: monitoring#services. */
export const ServiceAddress = text(3, 100);

/** In seconds. Source: monitoring#services. */
export const ServiceTimeout = between(1, 255);

const required = {
  address: ServiceAddress,
  label: ServiceLabel,
  service_type: z.enum(SERVICE_TYPES),
  timeout: ServiceTimeout,
};
const optional = {
  body: text(0, 100).nullable().optional(),
  consultation_group: text(0, 50).optional(),
  credentials: z.array(Id).optional(),
  notes: z.string().nullable().optional(),
  region: z.string().min(1, 'region is not valid').optional(),
};

/** Source: monitoring#services. */
export const ServiceCreate = z.strictObject({ ...required, ...optional });
export type ServiceCreate = z.input<typeof ServiceCreate>;

/** Source: monitoring#services. */
export const ServiceUpdate = z.strictObject({ ...z.object(required).partial().shape, ...optional });
export type ServiceUpdate = z.input<typeof ServiceUpdate>;

/** A recent or ongoing issue, with the support ticket about it. Source: monitoring#issues. */
export const ManagedIssue = z.looseObject({
  id: Id,
  created: Timestamp,
  services: z.array(Id),
  entity: z.looseObject({
    id: Id,
    type: word(['ticket']),
    label: z.string().nullish(),
    url: z.string().nullish(),
  }),
});
export type ManagedIssue = z.infer<typeof ManagedIssue>;

const all = '/managed/services';
const one = `${all}/{serviceId}` as const;
const source = 'monitoring#services';
const read = {
  method: 'GET',
  scopes: ['account:read_only'],
  unrestricted: true,
  source,
} as const;
const write = { scopes: ['account:read_write'], unrestricted: true, source } as const;

export const managedServices = {
  list: endpoint({ ...read, path: all, response: envelope(ManagedService), paged: 'unsized' }),
  create: endpoint({
    ...write,
    method: 'POST',
    path: all,
    body: ServiceCreate,
    response: ManagedService,
  }),
  view: endpoint({ ...read, path: one, response: ManagedService }),
  update: endpoint({
    ...write,
    method: 'PUT',
    path: one,
    body: ServiceUpdate,
    response: ManagedService,
  }),
  delete: endpoint({ ...write, method: 'DELETE', path: one, response: Empty }),
  disable: endpoint({ ...write, method: 'POST', path: `${one}/disable`, response: ManagedService }),
  enable: endpoint({ ...write, method: 'POST', path: `${one}/enable`, response: ManagedService }),
} as const;

const ofIssues = { ...read, source: 'monitoring#issues' } as const;

export const managedIssues = {
  list: endpoint({
    ...ofIssues,
    path: '/managed/issues',
    response: envelope(ManagedIssue),
    paged: 'sized',
  }),
  view: endpoint({ ...ofIssues, path: '/managed/issues/{issueId}', response: ManagedIssue }),
} as const;
