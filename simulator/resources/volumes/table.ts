import { table } from '../../core/table.ts';
import type { Entity } from '../../core/turn.ts';
import type { Row, World } from '../../core/world.ts';
import { instances } from '../instances/table.ts';

/** A volume; `size` in GiB. The documents mention `migrating` only in guards. */
export interface VolumeRow extends Row {
  readonly status: 'creating' | 'active' | 'resizing' | 'migrating' | 'offline' | 'contact_support';
  readonly label: string;
  readonly created: string;
  readonly updated: string;
  readonly size: number;
  readonly compute_id: number | null;
  readonly region: string;
  readonly tags: readonly string[];
  readonly hardware_type: 'hdd' | 'nvme';
}

export const volumeTable = table<VolumeRow>('volumes');

/** Source: volumes#volume. */
export const volumes: Entity<VolumeRow> = {
  type: 'volume',
  path: '/volumes',
  table: volumeTable,
  label: (row) => row.label,
  show: ({ world }, row) => ({
    ...row,
    filesystem_path: `/dev/disk/by-id/scsi-0Compute_Volume_${row.label}`,
    compute_label:
      row.compute_id === null ? null : (instances.find(world, row.compute_id)?.label ?? null),
  }),
  tags: { key: 'volumes', of: (row) => row.tags, with: (tags) => ({ tags }) },
};

export const volumesOf = (world: World, computeId: number): readonly VolumeRow[] =>
  volumeTable.all(world).filter((row) => row.compute_id === computeId);
