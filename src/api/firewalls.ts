import * as z from 'zod';
import { text } from './bounds.ts';
import { Empty, envelope, Id, Tags, Timestamp } from './conventions.ts';
import { endpoint } from './endpoint.ts';
import { Rules, RulesCreate, RulesUpdate } from './firewall-rules.ts';
import { word } from './word.ts';

/** A firewall; its devices have a list of their own. Source: firewalls#firewalls. */
export const Firewall = z.looseObject({
  id: Id,
  label: z.string(),
  status: word(['enabled', 'disabled', 'deleted']),
  rules: Rules,
  tags: z.array(z.string()),
  created: Timestamp,
  updated: Timestamp,
});
export type Firewall = z.infer<typeof Firewall>;

/** An instance behind a firewall. Source: firewalls#devices. */
export const FirewallDevice = z.looseObject({
  id: Id,
  created: Timestamp,
  updated: Timestamp,
  entity: z.looseObject({
    id: Id,
    type: word(['compute']),
    label: z.string().nullish(),
    url: z.string().nullish(),
  }),
});
export type FirewallDevice = z.infer<typeof FirewallDevice>;

/** Alphanumeric at both ends; letters, digits, -, _ and . between, no two of -, _ or . in a row.
 *  Source: firewalls#firewalls. */
export const FirewallLabel = text(3, 32).regex(
  /^[a-zA-Z0-9]((?!--|__|\.\.)[a-zA-Z0-9_.-])*[a-zA-Z0-9]$/,
  'Must begin and end with a letter or digit and only use letters, digits, single dashes, underscores and periods between',
);

/** Source: firewalls#firewalls. */
export const FirewallCreate = z.strictObject({
  label: FirewallLabel,
  rules: RulesCreate,
  devices: z.strictObject({ computes: z.array(Id).optional() }).optional(),
  tags: Tags.optional(),
});
export type FirewallCreate = z.input<typeof FirewallCreate>;

/** Neither rules nor devices. Source: firewalls#firewalls. */
export const FirewallUpdate = z.strictObject({
  label: FirewallLabel.optional(),
  status: z.enum(['enabled', 'disabled']).optional(),
  tags: Tags.optional(),
});
export type FirewallUpdate = z.input<typeof FirewallUpdate>;

/** Source: firewalls#devices. */
export const DeviceCreate = z.strictObject({ id: Id, type: z.enum(['compute']) });
export type DeviceCreate = z.input<typeof DeviceCreate>;

const source = 'firewalls#firewalls';
const all = '/networking/firewalls';
const one = `${all}/{firewallId}` as const;
const device = `${one}/devices/{deviceId}` as const;
const read = { method: 'GET', scopes: ['firewall:read_only'], source } as const;
const write = { scopes: ['firewall:read_write'], source } as const;

export const firewalls = {
  list: endpoint({
    ...read,
    path: all,
    response: envelope(Firewall),
    paged: 'sized',
    filters: ['id', 'label', 'created', 'updated', 'tags'],
  }),
  create: endpoint({
    ...write,
    method: 'POST',
    path: all,
    grant: 'add_firewalls',
    body: FirewallCreate,
    response: Firewall,
  }),
  view: endpoint({ ...read, path: one, response: Firewall }),
  update: endpoint({
    ...write,
    method: 'PUT',
    path: one,
    body: FirewallUpdate,
    response: Firewall,
  }),
  delete: endpoint({ ...write, method: 'DELETE', path: one, response: Empty }),
  devices: endpoint({
    ...read,
    path: `${one}/devices`,
    response: envelope(FirewallDevice),
    paged: 'sized',
    filters: ['id', 'created', 'updated'],
  }),
  addDevice: endpoint({
    ...write,
    method: 'POST',
    path: `${one}/devices`,
    body: DeviceCreate,
    response: FirewallDevice,
  }),
  device: endpoint({ ...read, path: device, response: FirewallDevice }),
  removeDevice: endpoint({ ...write, method: 'DELETE', path: device, response: Empty }),
  rules: endpoint({ ...read, path: `${one}/rules`, response: Rules }),
  replaceRules: endpoint({
    ...write,
    method: 'PUT',
    path: `${one}/rules`,
    body: RulesUpdate,
    response: Rules,
  }),
  ofInstance: endpoint({
    method: 'GET',
    path: '/compute/instances/{computeId}/firewalls',
    scopes: ['computes:read_only'],
    response: envelope(Firewall),
    paged: 'unsized',
    named: true,
    source,
  }),
} as const;
