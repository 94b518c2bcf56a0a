import type { Turn } from '../../core/turn.ts';
import { pluggedVolumes } from '../configs/table.ts';
import type { InstanceRow } from '../instances/table.ts';
import { attach, detachLater } from './attachment.ts';
import { volumeTable } from './table.ts';

/** Follows a change of an instance's profiles: attaches newly named volumes at once, and detaches
 *  removed ones later. Source: volumes#detach. @param before the previously named volumes. */
export const followVolumes = (turn: Turn, row: InstanceRow, before: ReadonlySet<number>): void => {
  const after = pluggedVolumes(turn.world, row.id);
  for (const id of after) {
    const volume = volumeTable.find(turn.world, id);
    if (!before.has(id) && volume?.compute_id === null) attach(turn, volume, row, null);
  }
  for (const id of before) {
    const volume = volumeTable.find(turn.world, id);
    if (!after.has(id) && volume?.compute_id === row.id) detachLater(turn, volume);
  }
};
