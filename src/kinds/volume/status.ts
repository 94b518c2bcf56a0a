import { z } from 'zod';
import type { Volume } from '../../api/volumes.ts';
import type { Desired, Observed, Recorded, Reported } from '../../model/kind.ts';
import type { VolumeSpec } from './spec.ts';

/** What a Volume's status mirrors. Source: volumes#volume. */
export const VolumeStatus = z.strictObject({
  label: z.string().optional().describe('Label in the account.'),
  size: z.int().optional().describe('Size in GiB.'),
  region: z.string().optional().describe('Region that the volume is in.'),
  hardwareType: z.string().optional().describe('What the volume is stored on.'),
  filesystemPath: z.string().optional().describe('Path of the device on the instance; follows the label.'),
  tags: z.array(z.string()).optional().describe('Tags in the account.'),
  instanceId: z.int().optional().describe('Id of the instance that the volume is attached to.'),
  instanceLabel: z.string().optional().describe('Label of that instance.'),
  attachedTo: z
    .int()
    .optional()
    .describe('Id of the instance that this object attached the volume to: only this attachment is ever undone.'),
  created: z.string().optional().describe('When the volume was made (UTC).'),
  updated: z.string().optional().describe('When the volume was last changed (UTC).'),
});
export type VolumeStatus = typeof VolumeStatus;

/** What is kept of an item in status. Never fails. */
export function reportVolume(
  { item }: Observed<Volume, object>,
  recorded: Recorded<VolumeStatus>,
  { spec }: Desired<VolumeSpec>,
): Reported<VolumeStatus> {
  const ours = item.compute_id !== null && (item.compute_id === spec.instanceId || item.compute_id === recorded.attachedTo);
  return {
    label: item.label,
    size: item.size,
    region: item.region,
    hardwareType: item.hardware_type,
    filesystemPath: item.filesystem_path,
    tags: item.tags,
    instanceId: item.compute_id,
    instanceLabel: item.compute_label,
    attachedTo: ours ? item.compute_id : null,
    created: item.created,
    updated: item.updated,
  };
}
