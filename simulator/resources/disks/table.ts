import { stamp } from '../../core/clock.ts';
import { table } from '../../core/table.ts';
import type { Turn } from '../../core/turn.ts';
import { nextId, type Row, type World } from '../../core/world.ts';

/** A disk. `size` in MB. `visibleAt`: time from which a view by id finds it, milliseconds since the
 *  epoch. */
export interface DiskRow extends Row {
  readonly computeId: number;
  readonly status: 'ready' | 'not ready' | 'deleting';
  readonly label: string;
  readonly created: string;
  readonly updated: string;
  readonly filesystem: string;
  readonly size: number;
  readonly visibleAt: number;
}

export const disks = table<DiskRow>('disks');

export const disksOf = (world: World, computeId: number): readonly DiskRow[] =>
  disks.all(world).filter((disk) => disk.computeId === computeId);

/** Returns the total size of an instance's disks in megabytes. */
export const allocated = (world: World, computeId: number): number =>
  disksOf(world, computeId).reduce((sum, disk) => sum + disk.size, 0);

/** Creates a disk that is not ready yet. */
export const addDisk = (
  turn: Turn,
  computeId: number,
  disk: Pick<DiskRow, 'label' | 'filesystem' | 'size'>,
  visibleAt: number,
): DiskRow =>
  disks.insert(turn.world, {
    ...disk,
    id: nextId(turn.world, 'disk', 82_000_000),
    computeId,
    status: 'not ready',
    created: stamp(turn.now),
    updated: stamp(turn.now),
    visibleAt,
  });

/** Builds the record of a disk. Source: compute#disks. */
export const showDisk = ({
  computeId: _computeId,
  visibleAt: _visibleAt,
  ...record
}: DiskRow): Readonly<Record<string, unknown>> => record;
