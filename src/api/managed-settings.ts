import * as z from 'zod';
import { between, text } from './bounds.ts';
import { envelope, Id } from './conventions.ts';
import { endpoint } from './endpoint.ts';

/** Access of the staff to an instance. Port null: 22; user null: root; `ip` `any`: any address of
 *  the instance. Source: monitoring#settings-of-an-instance. */
const SshAccess = z.looseObject({
  access: z.boolean(),
  ip: z.string(),
  port: z.int().nullable(),
  user: z.string().nullable(),
});

/** Source: monitoring#settings-of-an-instance. */
export const ManagedSettings = z.looseObject({
  id: Id,
  label: z.string(),
  group: z.string(),
  ssh: SshAccess,
});
export type ManagedSettings = z.infer<typeof ManagedSettings>;

/** Absent members stay. Source: monitoring#settings-of-an-instance. */
export const SshSettings = z.strictObject({
  access: z.boolean().optional(),
  ip: z.string().min(1, 'ip is not valid').optional(),
  port: between(1, 65535).nullable().optional(),
  user: text(0, 32).nullable().optional(),
});

/** Source: monitoring#settings-of-an-instance. */
export const ManagedSettingsUpdate = z.strictObject({ ssh: SshSettings.optional() });
export type ManagedSettingsUpdate = z.input<typeof ManagedSettingsUpdate>;

/** Points of a curve: `x` in milliseconds since the epoch. Source: monitoring#statistics. */
const Points = z.array(z.looseObject({ x: z.number(), y: z.number() }));

/** Combined usage of all managed instances over the last 24 hours; before the first points, a list
 *  with a sentence. Source: monitoring#statistics. */
export const ManagedStatistics = z.looseObject({
  data: z.union([
    z.looseObject({ cpu: Points, disk: Points, swap: Points, net_in: Points, net_out: Points }),
    z.array(z.string()),
  ]),
});
export type ManagedStatistics = z.infer<typeof ManagedStatistics>;

const source = 'monitoring#settings-of-an-instance';
const all = '/managed/compute-settings';
const one = `${all}/{computeId}` as const;
const read = {
  method: 'GET',
  scopes: ['account:read_only'],
  unrestricted: true,
  source,
} as const;

export const managedSettings = {
  list: endpoint({ ...read, path: all, response: envelope(ManagedSettings), paged: 'sized' }),
  view: endpoint({ ...read, path: one, response: ManagedSettings }),
  update: endpoint({
    method: 'PUT',
    path: one,
    scopes: ['account:read_write'],
    unrestricted: true,
    body: ManagedSettingsUpdate,
    response: ManagedSettings,
    source,
  }),
} as const;

export const managedStatistics = {
  day: endpoint({
    ...read,
    path: '/managed/stats',
    response: ManagedStatistics,
    source: 'monitoring#statistics',
  }),
} as const;
