import * as z from 'zod';
import { text } from './bounds.ts';
import { Empty, envelope, Id, Timestamp } from './conventions.ts';
import { Devices, Interfaces, RecordedDevices, RecordedInterface } from './devices.ts';
import { endpoint } from './endpoint.ts';
import { word } from './word.ts';

const RUN_LEVELS = ['default', 'single', 'binbash'] as const;
const VIRT_MODES = ['paravirt', 'fullvirt'] as const;

/** Kernel of a profile that names none. Source: compute#configuration-profiles. */
export const KERNEL_DEFAULT = 'compute/latest-64bit';

/** A boot configuration profile of an instance; `memory_limit` in MB, 0 or null for all of the
 *  instance's memory. Source: compute#configuration-profiles. */
export const Config = z.looseObject({
  id: Id,
  label: z.string(),
  comments: z.string().nullable(),
  devices: RecordedDevices,
  helpers: z.looseObject({
    devtmpfs_automount: z.boolean(),
    distro: z.boolean(),
    modules_dep: z.boolean(),
    network: z.boolean(),
    updatedb_disabled: z.boolean(),
  }),
  interfaces: z.array(RecordedInterface),
  kernel: z.string(),
  memory_limit: z.int().nullable(),
  root_device: z.string(),
  run_level: word(RUN_LEVELS),
  virt_mode: word(VIRT_MODES),
  initrd: z.string().nullish(),
  created: Timestamp.optional(),
  updated: Timestamp.optional(),
});
export type Config = z.infer<typeof Config>;

const helper = z.boolean().optional();

/** All fields optional. Source: compute#configuration-profiles. */
export const ConfigUpdate = z.strictObject({
  comments: z.string().nullable().optional(),
  devices: Devices.optional(),
  helpers: z
    .strictObject({
      devtmpfs_automount: helper,
      distro: helper,
      modules_dep: helper,
      network: helper,
      updatedb_disabled: helper,
    })
    .optional(),
  interfaces: Interfaces.optional(),
  kernel: z.string().optional(),
  label: text(1, 48).optional(),
  memory_limit: z.int().min(0).optional(),
  root_device: z.string().optional(),
  run_level: z.enum(RUN_LEVELS).optional(),
  virt_mode: z.enum(VIRT_MODES).optional(),
});
export type ConfigUpdate = z.input<typeof ConfigUpdate>;

/** Source: compute#configuration-profiles. */
export const ConfigCreate = ConfigUpdate.extend({
  devices: Devices,
  kernel: z.string().default(KERNEL_DEFAULT),
  label: text(1, 48),
});
export type ConfigCreate = z.input<typeof ConfigCreate>;

const source = 'compute#configuration-profiles';
const all = '/compute/instances/{computeId}/configs';
const one = `${all}/{configId}` as const;

export const configs = {
  list: endpoint({
    method: 'GET',
    path: all,
    scopes: ['computes:read_only'],
    response: envelope(Config),
    paged: 'sized',
    filters: ['label'],
    source,
  }),
  create: endpoint({
    method: 'POST',
    path: all,
    scopes: ['computes:read_write'],
    body: ConfigCreate,
    response: Config,
    source,
  }),
  view: endpoint({
    method: 'GET',
    path: one,
    scopes: ['computes:read_only'],
    response: Config,
    source,
  }),
  update: endpoint({
    method: 'PUT',
    path: one,
    scopes: ['computes:read_write'],
    body: ConfigUpdate,
    response: Config,
    source,
  }),
  delete: endpoint({
    method: 'DELETE',
    path: one,
    scopes: ['computes:read_write'],
    response: Empty,
    source,
  }),
} as const;
