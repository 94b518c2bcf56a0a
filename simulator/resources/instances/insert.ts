import type { PlanType } from '../../catalog/types.ts';
import { stamp } from '../../core/clock.ts';
import { drawHex } from '../../core/random.ts';
import type { Turn } from '../../core/turn.ts';
import { nextId } from '../../core/world.ts';
import { rememberTags, sortedTags } from '../tags/table.ts';
import { privateAddress, publicAddress, slaacAddress } from './addresses.ts';
import {
  type Alerts,
  type InstanceRow,
  type InstanceStatus,
  instances,
  type Specs,
} from './table.ts';

export const specsOf = (plan: PlanType): Specs => ({
  disk: plan.disk,
  memory: plan.memory,
  vcpus: plan.vcpus,
  gpus: plan.gpus,
  transfer: plan.transfer,
});

/** Source: compute#instances. */
export const defaultAlerts = (vcpus: number): Alerts => ({
  cpu: 90 * vcpus,
  network_in: 10,
  network_out: 10,
  transfer_quota: 80,
  io: 10_000,
});

/** Source: compute#backups. */
export const NO_BACKUPS: InstanceRow['backups'] = {
  enabled: false,
  available: false,
  schedule: { day: null, window: null },
  last_successful: null,
};

/** The backup state shortly after backups were turned on. Source: compute#backups. */
export const FRESH_BACKUPS: InstanceRow['backups'] = {
  ...NO_BACKUPS,
  enabled: true,
  schedule: { day: 'Scheduling', window: 'Scheduling' },
};

/** The properties of a new instance. */
export interface NewInstance {
  readonly plan: PlanType;
  readonly region: string;
  readonly status: InstanceStatus;
  readonly label?: string | undefined;
  readonly group?: string | undefined;
  readonly image?: string | null | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly private_ip?: boolean | undefined;
}

/** Inserts a new instance with its addresses; the caller adds disks, profiles and events. Source:
 *  compute#create. */
export const insertInstance = (turn: Turn, born: NewInstance): InstanceRow => {
  const { world } = turn;
  const id = nextId(world, 'compute', 46_000_000);
  const tags = sortedTags(born.tags ?? []);
  rememberTags(turn, tags);
  return instances.insert(world, {
    id,
    label: born.label ?? `compute${id}`,
    group: born.group ?? '',
    status: born.status,
    created: stamp(turn.now),
    updated: stamp(turn.now),
    type: born.plan.id,
    ipv4: [publicAddress(world), ...(born.private_ip === true ? [privateAddress(world)] : [])],
    ipv6: slaacAddress(world, born.region),
    image: born.image ?? null,
    region: born.region,
    specs: specsOf(born.plan),
    alerts: defaultAlerts(born.plan.vcpus),
    backups: NO_BACKUPS,
    hypervisor: 'kvm',
    watchdog_enabled: true,
    tags,
    host_uuid: drawHex(world, 40),
    createdAt: turn.now,
    bootedConfig: null,
    watchdogBoots: [],
    isMovePending: false,
    backupsSince: 0,
  });
};
