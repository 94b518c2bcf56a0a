import type { Reported } from '../../model/kind.ts';
import { shownTime } from '../../model/moment.ts';
import type { Health } from '../../model/outcome.ts';
import { reasonOf } from '../../model/reason.ts';
import { entryFor } from '../../model/table.ts';
import { instanceOf, isFree } from './fields.ts';
import type { VolumeStatus } from './status.ts';
import type { Desired, Observed, Recorded } from './types.ts';

/** Returns the status members of an item. Never fails. */
export function reportVolume(
  { item }: Observed,
  recorded: Recorded,
  { spec }: Desired,
): Reported<VolumeStatus> {
  const at = item.compute_id;
  const isOurs = at === instanceOf(spec) || at === recorded.item?.attachedTo;
  return {
    label: item.label,
    size: item.size,
    region: item.region,
    hardwareType: item.hardware_type,
    filesystemPath: item.filesystem_path,
    tags: item.tags,
    instanceId: item.compute_id,
    instanceLabel: item.compute_label,
    item: at !== null && isOurs ? { attachedTo: at } : null,
    createdAt: shownTime(item.created),
    updatedAt: shownTime(item.updated),
  };
}

/** Statuses that mean «not usable». Other statuses are shown as they are. */
const NOT_USABLE: Readonly<Record<string, string>> = {
  creating: 'the service is creating the volume; it will be usable afterwards',
  resizing: 'the service is growing the volume; it will be usable afterwards',
  offline: 'the volume is offline: the service reports it as not in use until it is attached',
  contact_support: 'the service requires a support ticket for this volume: open one in the account',
};

/** Reports the health: the volume is usable, and attached as the spec requires. Statuses are an
 *  open set. Source: volumes#status. */
export function volumeHealth({ spec }: Desired, { item }: Observed): Health {
  const instanceId = instanceOf(spec);
  const free = item.compute_id === null;
  if (
    item.status !== 'active' &&
    !(item.status === 'offline' && free && instanceId === undefined)
  ) {
    const message =
      entryFor(NOT_USABLE, item.status) ??
      `the service reports the volume as ${item.status}; the operator checks it until this state ends`;
    const stalled = item.status === 'contact_support' ? ({ stalled: true } as const) : {};
    return { ready: false, reason: reasonOf(item.status), message, ...stalled };
  }
  if (instanceId !== undefined && item.compute_id !== instanceId) {
    const where = free ? 'not attached' : `attached to instance ${item.compute_id}`;
    return {
      ready: false,
      reason: free ? 'Detached' : 'AttachedElsewhere',
      message: `the volume is ${where}; the spec requires instance ${instanceId}`,
    };
  }
  if (isFree(spec) && !free)
    return {
      ready: false,
      reason: 'Attached',
      message: `the volume is attached to instance ${item.compute_id}, and the spec requires none`,
    };
  const reason = reasonOf(item.status);
  return {
    ready: true,
    reason,
    message: free
      ? 'the volume is usable'
      : `the volume is attached to instance ${item.compute_id}`,
  };
}
