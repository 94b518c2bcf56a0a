import * as z from 'zod';
import { envelope, Id, Timestamp } from './conventions.ts';
import { endpoint } from './endpoint.ts';
import { word } from './word.ts';

/** `id` is engine/version. Source: databases#engines-and-plans. */
export const DatabaseEngine = z.looseObject({
  id: z.string(),
  engine: z.string(),
  version: z.string(),
});
export type DatabaseEngine = z.infer<typeof DatabaseEngine>;

const Price = z.looseObject({ hourly: z.number(), monthly: z.number() });

/** A plan of database nodes and its price by engine and number of nodes; memory and disk in MB.
 *  Source: databases#engines-and-plans. */
export const DatabaseType = z.looseObject({
  id: z.string(),
  label: z.string(),
  engines: z.record(z.string(), z.array(z.looseObject({ quantity: z.int(), price: Price }))),
  memory: z.int(),
  disk: z.int(),
  vcpus: z.int(),
  class: z.string(),
  deprecated: z.boolean().optional(),
});
export type DatabaseType = z.infer<typeof DatabaseType>;

/** The weekly or monthly maintenance window, hours in UTC, duration in hours. `day_of_week` (1 is
 *  Monday) is null until the database is active. Source: databases#maintenance-window. */
export const MaintenanceWindow = z.looseObject({
  day_of_week: z.int().nullable(),
  duration: z.int(),
  frequency: word(['weekly', 'monthly']),
  hour_of_day: z.int(),
  week_of_month: z.int().nullable(),
});

/** A managed database of any engine; the host names are null until it is active. Source:
 *  databases#instances. */
export const Database = z.looseObject({
  allow_list: z.array(z.string()),
  cluster_size: z.int(),
  created: Timestamp,
  encrypted: z.boolean(),
  engine: z.string(),
  hosts: z.looseObject({ primary: z.string().nullable(), secondary: z.string().nullish() }),
  id: Id,
  instance_uri: z.string().optional(),
  label: z.string(),
  region: z.string(),
  status: word([
    'provisioning',
    'active',
    'suspending',
    'suspended',
    'resuming',
    'restoring',
    'failed',
    'degraded',
    'updating',
    'backing_up',
    'deleting',
    'deleted',
  ]),
  type: z.string(),
  updated: Timestamp,
  updates: MaintenanceWindow,
  version: z.string(),
});
export type Database = z.infer<typeof Database>;

/** Source: databases#instances. */
export const MySqlDatabase = Database.extend({
  port: z.int(),
  replication_type: word(['none', 'asynch', 'semi_synch']),
  ssl_connection: z.boolean(),
});
export type MySqlDatabase = z.infer<typeof MySqlDatabase>;

const open = { method: 'GET', scopes: [], auth: 'none' } as const;
const source = 'databases#engines-and-plans';

/** Operations for every engine. */
export const databases = {
  engines: endpoint({
    ...open,
    path: '/databases/engines',
    response: envelope(DatabaseEngine),
    paged: 'sized',
    filters: ['engine', 'version'],
    source,
  }),
  engine: endpoint({
    ...open,
    path: '/databases/engines/{engineId}',
    response: DatabaseEngine,
    source,
  }),
  types: endpoint({
    ...open,
    path: '/databases/types',
    response: envelope(DatabaseType),
    paged: 'unsized',
    filters: ['deprecated'],
    named: true,
    source,
  }),
  type: endpoint({
    ...open,
    path: '/databases/types/{typeId}',
    response: DatabaseType,
    named: true,
    source,
  }),
  list: endpoint({
    method: 'GET',
    path: '/databases/instances',
    scopes: ['databases:read_only'],
    response: envelope(Database),
    paged: 'sized',
    filters: ['engine', 'label', 'region', 'status', 'type', 'version'],
    source,
  }),
} as const;
