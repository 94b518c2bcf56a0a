import type { Turn } from '../../core/turn.ts';
import type { World } from '../../core/world.ts';
import {
  addConfig,
  type ConfigRow,
  configs,
  configsOf,
  type Device,
  devicesOf,
  SLOTS,
} from '../configs/table.ts';
import { addDisk, type DiskRow, disks, disksOf } from '../disks/table.ts';
import { deployable } from '../images/table.ts';

const device = (disk: DiskRow | undefined): Device | null =>
  disk === undefined ? null : { disk_id: disk.id, volume_id: null };

/** Creates the disks and the profile of a deployment from an image: a system disk, and a swap disk
 *  unless its size is 0. Source: compute#create; compute#disks; compute#configuration-profiles. */
export const deploySystem = (
  turn: Turn,
  computeId: number,
  imageId: string,
  sizes: { readonly diskMb: number; readonly swapMb: number },
  interfaces: ConfigRow['interfaces'],
): ConfigRow => {
  const { diskMb, swapMb } = sizes;
  const label = deployable(turn.world, imageId)?.label ?? imageId;
  const system = addDisk(
    turn,
    computeId,
    { label: `${label} Disk`, filesystem: 'ext4', size: diskMb - swapMb },
    turn.now,
  );
  const swap =
    swapMb > 0
      ? addDisk(
          turn,
          computeId,
          { label: `${swapMb} MB Swap Image`, filesystem: 'swap', size: swapMb },
          turn.now,
        )
      : undefined;
  const devices = devicesOf({ sda: device(system), sdb: device(swap) });
  return addConfig(turn, computeId, {
    label: `My ${label} Disk Profile`,
    kernel: 'compute/grub2',
    devices,
    interfaces,
  });
};

/** Disks and profiles of a backup or a clone. */
export interface Contents {
  readonly disks: readonly Pick<DiskRow, 'id' | 'label' | 'filesystem' | 'size'>[];
  readonly configs: readonly ConfigRow[];
}

/** Copies disks and profiles to an instance without volumes.
 *  @returns the new profiles */
export const copyContents = (
  turn: Turn,
  computeId: number,
  contents: Contents,
): readonly ConfigRow[] => {
  const copies = new Map(
    contents.disks.map(({ id, ...disk }) => [id, addDisk(turn, computeId, disk, turn.now)]),
  );
  return contents.configs.map((config) => {
    const {
      id: _id,
      computeId: _computeId,
      created: _created,
      updated: _updated,
      ...fields
    } = config;
    const devices = devicesOf(
      Object.fromEntries(
        SLOTS.map((slot) => [slot, device(copies.get(config.devices[slot]?.disk_id ?? 0))]),
      ),
    );
    return addConfig(turn, computeId, { ...fields, devices });
  });
};

/** Removes all disks and profiles of an instance. */
export const clearSystem = (world: World, computeId: number): void => {
  for (const config of configsOf(world, computeId)) configs.remove(world, config.id);
  for (const disk of disksOf(world, computeId)) disks.remove(world, disk.id);
};

/** Makes every new disk of an instance ready. */
export const readyDisks = (world: World, computeId: number): void => {
  for (const disk of disksOf(world, computeId))
    if (disk.status === 'not ready') disks.update(world, disk.id, { status: 'ready' });
};
