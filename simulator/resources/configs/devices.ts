import type { z } from 'zod';
import type { Devices as DevicesBody } from '../../../src/api/devices.ts';
import type { Problem } from '../../core/reply.ts';
import { isRecorded, type World } from '../../core/world.ts';
import { disks } from '../disks/table.ts';
import type { InstanceRow } from '../instances/table.ts';
import { type VolumeRow, volumeTable } from '../volumes/table.ts';
import { type Device, type Devices, devicesOf, SLOTS, type Slot } from './table.ts';

/** The devices of a body. */
export type DevicesInput = z.output<typeof DevicesBody>;

/** Devices that full virtualisation lacks. Source: compute#devices. */
const PARAVIRT_ONLY: ReadonlySet<Slot> = new Set(['sde', 'sdf', 'sdg', 'sdh']);

const deviceOf = (input: DevicesInput[Slot]): Device | null => {
  const disk_id = input?.disk_id ?? null;
  const volume_id = input?.volume_id ?? null;
  return disk_id === null && volume_id === null ? null : { disk_id, volume_id };
};

/** Returns a body's devices in stored form: eight slots, null for free ones. */
export const keptDevices = (input: DevicesInput): Devices =>
  devicesOf(Object.fromEntries(SLOTS.map((slot) => [slot, deviceOf(input[slot])])));

const volumeProblem = (volume: VolumeRow | undefined, row: InstanceRow): string | undefined => {
  if (volume === undefined) return 'volume_id is not valid';
  if (volume.region !== row.region) return 'Volume and Compute are in different regions';
  return volume.compute_id !== null && volume.compute_id !== row.id
    ? `Volume ${volume.id} is already attached`
    : undefined;
};

const deviceProblem = (
  world: World,
  row: InstanceRow,
  { disk_id, volume_id }: Device,
): string | undefined => {
  if (volume_id !== null) return volumeProblem(volumeTable.find(world, volume_id), row);
  return disks.find(world, disk_id ?? 0)?.computeId === row.id ? undefined : 'disk_id is not valid';
};

const isDouble = (devices: Devices, slot: Slot, device: Device): boolean =>
  SLOTS.slice(0, SLOTS.indexOf(slot)).some((earlier) => {
    const other = devices[earlier];
    return (
      other !== null && other.disk_id === device.disk_id && other.volume_id === device.volume_id
    );
  });

/** Returns the problems of a profile's devices. Source: compute#devices; volumes#attach. */
export const deviceProblems = (
  world: World,
  row: InstanceRow,
  devices: Devices,
  virtMode: string,
): readonly Problem[] =>
  SLOTS.flatMap((slot) => {
    const device = devices[slot];
    if (device === null) return [];
    const field = `devices.${slot}`;
    if (virtMode === 'fullvirt' && PARAVIRT_ONLY.has(slot))
      return [{ reason: `${slot} cannot be used with fullvirt`, field }];
    if (isDouble(devices, slot, device))
      return [{ reason: 'The same device is used twice', field }];
    const reason = deviceProblem(world, row, device);
    return reason === undefined
      ? []
      : [{ reason, field: `${field}.${device.volume_id === null ? 'disk_id' : 'volume_id'}` }];
  });

const EMPTY: Device = { disk_id: null, volume_id: null };

/** Shows free slots: null in the recordings, empty objects in the documents. Source:
 *  compute#devices. */
export const showDevices = (world: World, devices: Devices): Devices =>
  isRecorded(world)
    ? devices
    : devicesOf(Object.fromEntries(SLOTS.map((slot) => [slot, devices[slot] ?? EMPTY])));
