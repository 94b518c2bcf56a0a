import * as z from 'zod';
import { Empty, envelope, Id, Timestamp } from './conventions.ts';
import { endpoint } from './endpoint.ts';
import {
  InstanceCreate,
  InstanceRescue,
  InstanceResize,
  InstanceUpdate,
} from './instance-bodies.ts';
import { Volume } from './volumes.ts';
import { word } from './word.ts';

/** Known statuses of an instance. Source: compute#status. */
export const INSTANCE_STATUS = [
  'running',
  'offline',
  'booting',
  'rebooting',
  'shutting_down',
  'provisioning',
  'deleting',
  'migrating',
  'rebuilding',
  'cloning',
  'restoring',
  'stopped',
  'resizing',
] as const;

/** Resources of the plan: disk and memory in MB, transfer in GB a month. Source:
 *  compute#instances. */
const Specs = z.looseObject({
  disk: z.int(),
  gpus: z.int(),
  memory: z.int(),
  transfer: z.int(),
  vcpus: z.int(),
});

/** Thresholds of notices, averaged over two hours; 0 is off. cpu in % of one core each, io in
 *  operations/s, network in Mbit/s, quota in %. Source: compute#instances. */
const Alerts = z.looseObject({
  cpu: z.int(),
  io: z.int(),
  network_in: z.int(),
  network_out: z.int(),
  transfer_quota: z.int(),
});

/** `day` and `window` are null while backups are off, and "Scheduling" just after they were turned
 *  on. Source: compute#backups. */
const Backups = z.looseObject({
  available: z.boolean().optional(),
  enabled: z.boolean(),
  last_successful: Timestamp.nullable(),
  schedule: z.looseObject({ day: z.string().nullable(), window: z.string().nullable() }),
});

/** A compute instance. `ipv4`: public addresses first. `group` is deprecated. Source:
 *  compute#instances. */
export const Instance = z.looseObject({
  id: Id,
  label: z.string(),
  group: z.string().nullish(),
  status: word(INSTANCE_STATUS),
  region: z.string(),
  type: z.string(),
  image: z.string().nullable(),
  ipv4: z.array(z.string()),
  ipv6: z.string().nullable(),
  hypervisor: word(['kvm']),
  host_uuid: z.string().optional(),
  created: Timestamp,
  updated: Timestamp,
  specs: Specs,
  alerts: Alerts,
  backups: Backups,
  tags: z.array(z.string()),
  watchdog_enabled: z.boolean(),
});
export type Instance = z.infer<typeof Instance>;

/** The watchdog gives up after more than this number of boot jobs within this number of minutes.
 *  Source: compute#instances. */
export const WATCHDOG = { bootJobs: 5, minutes: 15 } as const;

/** Outbound ports that the service closes for instances of newer accounts. Source:
 *  compute#instances. */
export const CLOSED_PORTS = [25, 465, 587] as const;

const source = 'compute#instances';
const one = '/compute/instances/{computeId}';

export const instances = {
  list: endpoint({
    method: 'GET',
    path: '/compute/instances',
    scopes: ['computes:read_only'],
    response: envelope(Instance),
    paged: 'sized',
    filters: ['id', 'label', 'group', 'region', 'image', 'ipv4', 'tags'],
    source,
  }),
  create: endpoint({
    method: 'POST',
    path: '/compute/instances',
    scopes: ['computes:read_write'],
    grant: 'add_computes',
    body: InstanceCreate,
    response: Instance,
    source,
  }),
  view: endpoint({
    method: 'GET',
    path: one,
    scopes: ['computes:read_only'],
    response: Instance,
    source,
  }),
  update: endpoint({
    method: 'PUT',
    path: one,
    scopes: ['computes:read_write'],
    body: InstanceUpdate,
    response: Instance,
    source,
  }),
  delete: endpoint({
    method: 'DELETE',
    path: one,
    scopes: ['computes:read_write'],
    response: Empty,
    source,
  }),
  rescue: endpoint({
    method: 'POST',
    path: `${one}/rescue`,
    scopes: ['computes:read_write'],
    body: InstanceRescue,
    response: Empty,
    source,
  }),
  resize: endpoint({
    method: 'POST',
    path: `${one}/resize`,
    scopes: ['computes:read_write'],
    body: InstanceResize,
    response: Empty,
    source,
  }),
  shutdown: endpoint({
    method: 'POST',
    path: `${one}/shutdown`,
    scopes: ['computes:read_write'],
    response: Empty,
    source,
  }),
  volumes: endpoint({
    method: 'GET',
    path: `${one}/volumes`,
    scopes: ['computes:read_only'],
    response: envelope(Volume),
    paged: 'sized',
    filters: ['label', 'tags'],
    source,
  }),
} as const;
