import { table } from '../../core/table.ts';
import type { Entity } from '../../core/turn.ts';
import type { Row, World } from '../../core/world.ts';

export type InstanceStatus =
  | 'running'
  | 'offline'
  | 'booting'
  | 'rebooting'
  | 'shutting_down'
  | 'provisioning'
  | 'deleting'
  | 'migrating'
  | 'rebuilding'
  | 'cloning'
  | 'restoring'
  | 'stopped'
  | 'resizing';

/** disk and memory in MB, transfer in GB a month. */
export interface Specs {
  readonly disk: number;
  readonly memory: number;
  readonly vcpus: number;
  readonly gpus: number;
  readonly transfer: number;
}

export interface Alerts {
  readonly cpu: number;
  readonly network_in: number;
  readonly network_out: number;
  readonly transfer_quota: number;
  readonly io: number;
}

export interface Backups {
  readonly enabled: boolean;
  readonly available: boolean;
  readonly schedule: { readonly day: string | null; readonly window: string | null };
  readonly last_successful: string | null;
}

/** An instance; the last five members are hidden. Times without a unit are milliseconds since the
 *  epoch. */
export interface InstanceRow extends Row {
  readonly label: string;
  readonly group: string;
  readonly status: InstanceStatus;
  readonly created: string;
  readonly updated: string;
  readonly type: string;
  readonly ipv4: readonly string[];
  readonly ipv6: string | null;
  readonly image: string | null;
  readonly region: string;
  readonly specs: Specs;
  readonly alerts: Alerts;
  readonly backups: Backups;
  readonly hypervisor: 'kvm';
  readonly watchdog_enabled: boolean;
  readonly tags: readonly string[];
  readonly host_uuid: string;
  readonly createdAt: number;
  /** The last booted profile. */
  readonly bootedConfig: number | null;
  /** Times of the watchdog's boot jobs. */
  readonly watchdogBoots: readonly number[];
  /** True if a move to another host waits for its start. */
  readonly isMovePending: boolean;
  /** Increases with each activation of backups. */
  readonly backupsSince: number;
}

export const instances = table<InstanceRow>('instances');

const show = ({
  createdAt: _createdAt,
  bootedConfig: _bootedConfig,
  watchdogBoots: _watchdogBoots,
  isMovePending: _isMovePending,
  backupsSince: _backupsSince,
  ...record
}: InstanceRow): Readonly<Record<string, unknown>> => record;

/** Source: compute#instances. */
export const computes: Entity<InstanceRow> = {
  type: 'compute',
  path: '/compute/instances',
  table: instances,
  label: (row) => row.label,
  show: (_turn, row) => show(row),
  tags: { key: 'computes', of: (row) => row.tags, with: (tags) => ({ tags }) },
};

/** Reports whether an instance's disks are in use. */
export const isPoweredOn = (row: InstanceRow): boolean =>
  row.status !== 'offline' && row.status !== 'stopped';

export const instanceLabelled = (world: World, label: string): InstanceRow | undefined =>
  instances.all(world).find((row) => row.label === label);
