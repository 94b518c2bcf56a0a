import { stamp } from '../../core/clock.ts';
import { reference } from '../../core/events.ts';
import { enqueue } from '../../core/jobs.ts';
import type { Range } from '../../core/random.ts';
import type { Reference, Turn, Work } from '../../core/turn.ts';
import type { Args } from '../../core/world.ts';
import { configs, SLOTS, unplug } from '../configs/table.ts';
import { computes, type InstanceRow, instances, isPoweredOn } from '../instances/table.ts';
import { type DiskRow, disks } from './table.ts';

/** Source: compute#durations. */
const SECONDS = {
  disk_create: [4, 17],
  disk_duplicate: [4, 17],
  disk_delete: [7, 12],
  disk_resize: [4, 17],
  password_reset: [4, 17],
} as const satisfies Readonly<Record<string, Range>>;

const diskReference = (disk: DiskRow): Reference => ({
  id: disk.id,
  type: 'disk',
  label: disk.label,
  url: `/v4${computes.path}/${disk.computeId}/disks/${disk.id}`,
});

/** Queues work on a disk; its instance is busy until the work ends. Source: compute#durations. */
export const queueDisk = (
  turn: Turn,
  row: InstanceRow,
  disk: DiskRow,
  action: keyof typeof SECONDS,
  more: Args = {},
): void => {
  enqueue(turn, {
    action,
    entity: reference(computes, row),
    secondary: diskReference(disk),
    seconds: SECONDS[action],
    lock: row.id,
    args: { ...more, diskId: disk.id, computeId: row.id },
  });
};

interface OnDisk extends Args {
  readonly diskId: number;
  readonly computeId: number;
}

const made: Work<OnDisk> = {
  finish: ({ world, now }, { args: { diskId } }) => {
    disks.update(world, diskId, { status: 'ready', updated: stamp(now) });
  },
};

const deleted: Work<OnDisk> = {
  finish: ({ world }, { args: { diskId, computeId } }) => {
    unplug(world, computeId, (device) => device.disk_id === diskId);
    disks.remove(world, diskId);
  },
};

const isInUse = (turn: Turn, { diskId, computeId }: OnDisk): boolean => {
  const row = instances.find(turn.world, computeId);
  if (row === undefined || !isPoweredOn(row) || row.bootedConfig === null) return false;
  const config = configs.find(turn.world, row.bootedConfig);
  return config !== undefined && SLOTS.some((slot) => config.devices[slot]?.disk_id === diskId);
};

/** Resizes a disk. The request is always accepted; the work fails on a disk in use. Source:
 *  compute#disks. */
const resized: Work<OnDisk & { readonly size: number }> = {
  finish: (turn, { args }) => {
    if (isInUse(turn, args)) return 'failed';
    disks.update(turn.world, args.diskId, { size: args.size, updated: stamp(turn.now) });
    return undefined;
  },
};

export const diskWorks: Readonly<Record<keyof typeof SECONDS, Work>> = {
  disk_create: made,
  disk_duplicate: made,
  disk_delete: deleted,
  disk_resize: resized,
  password_reset: { finish: () => undefined },
};
