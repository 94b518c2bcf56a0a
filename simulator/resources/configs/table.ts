import { stamp } from '../../core/clock.ts';
import { table } from '../../core/table.ts';
import type { Turn } from '../../core/turn.ts';
import { nextId, type Row, type World } from '../../core/world.ts';

export const SLOTS = ['sda', 'sdb', 'sdc', 'sdd', 'sde', 'sdf', 'sdg', 'sdh'] as const;
export type Slot = (typeof SLOTS)[number];

/** The content of a device: one of the two ids. */
export interface Device {
  readonly disk_id: number | null;
  readonly volume_id: number | null;
}
export type Devices = Readonly<Record<Slot, Device | null>>;

/** A network interface; public ones have neither label nor address. */
export interface Interface {
  readonly purpose: 'public' | 'vlan';
  readonly label: string | null;
  readonly ipam_address: string | null;
}

export interface Helpers {
  readonly updatedb_disabled: boolean;
  readonly distro: boolean;
  readonly modules_dep: boolean;
  readonly network: boolean;
  readonly devtmpfs_automount: boolean;
}

/** A profile. `memory_limit` in MB, 0 for the whole memory of the instance. */
export interface ConfigRow extends Row {
  readonly computeId: number;
  readonly label: string;
  readonly helpers: Helpers;
  readonly kernel: string;
  readonly comments: string;
  readonly memory_limit: number;
  readonly created: string;
  readonly updated: string;
  readonly root_device: string;
  readonly devices: Devices;
  readonly run_level: string;
  readonly virt_mode: string;
  readonly interfaces: readonly Interface[];
}

export const configs = table<ConfigRow>('configs');

export const configsOf = (world: World, computeId: number): readonly ConfigRow[] =>
  configs.all(world).filter((config) => config.computeId === computeId);

/** Builds a device map from the used slots. */
export const devicesOf = (used: Partial<Devices>): Devices => {
  const slot = (name: Slot): Device | null => used[name] ?? null;
  return {
    sda: slot('sda'),
    sdb: slot('sdb'),
    sdc: slot('sdc'),
    sdd: slot('sdd'),
    sde: slot('sde'),
    sdf: slot('sdf'),
    sdg: slot('sdg'),
    sdh: slot('sdh'),
  };
};

/** Defaults of a profile. Source: compute#configuration-profiles. */
const DEFAULTS = {
  helpers: {
    updatedb_disabled: true,
    distro: true,
    modules_dep: true,
    network: true,
    devtmpfs_automount: true,
  },
  kernel: 'compute/latest-64bit',
  comments: '',
  memory_limit: 0,
  root_device: '/dev/sda',
  run_level: 'default',
  virt_mode: 'paravirt',
  interfaces: [],
} as const;

/** Creates a profile with defaults for absent members. */
export const addConfig = (
  turn: Turn,
  computeId: number,
  fields: Partial<ConfigRow> & Pick<ConfigRow, 'label' | 'devices'>,
): ConfigRow =>
  configs.insert(turn.world, {
    ...DEFAULTS,
    ...fields,
    id: nextId(turn.world, 'config', 43_000_000),
    computeId,
    created: stamp(turn.now),
    updated: stamp(turn.now),
  });

export const hasFreeDevice = (config: ConfigRow): boolean =>
  SLOTS.some((slot) => config.devices[slot] === null);

/** Puts a volume into the first free device of a profile. */
export const plugIn = (world: World, config: ConfigRow, volumeId: number): void => {
  const free = SLOTS.find((slot) => config.devices[slot] === null);
  if (free === undefined) throw new Error(`profile ${config.id} has no free device`);
  configs.update(world, config.id, {
    devices: { ...config.devices, [free]: { disk_id: null, volume_id: volumeId } },
  });
};

/** Removes a disk or volume from every profile of an instance. */
export const unplug = (
  world: World,
  computeId: number,
  isMeant: (device: Device) => boolean,
): void => {
  for (const config of configsOf(world, computeId)) {
    const kept = SLOTS.filter(
      (slot) => config.devices[slot] !== null && !isMeant(config.devices[slot]),
    );
    if (kept.length === SLOTS.filter((slot) => config.devices[slot] !== null).length) continue;
    configs.update(world, config.id, {
      devices: devicesOf(Object.fromEntries(kept.map((slot) => [slot, config.devices[slot]]))),
    });
  }
};

/** Returns the volumes that an instance's profiles name. */
export const pluggedVolumes = (world: World, computeId: number): ReadonlySet<number> =>
  new Set(
    configsOf(world, computeId).flatMap((config) =>
      SLOTS.flatMap((slot) => config.devices[slot]?.volume_id ?? []),
    ),
  );
