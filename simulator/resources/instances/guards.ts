import { isBusy } from '../../core/jobs.ts';
import { type Refusal, refuse } from '../../core/reply.ts';
import type { Viewer } from '../../core/users.ts';
import { permission } from '../../core/users.ts';
import { isRecorded, type World } from '../../core/world.ts';
import { type InstanceRow, instanceLabelled, instances } from './table.ts';

/** Source: compute#busy. */
const busy = refuse('Compute busy.');

const NOT_ACTIVE = 'Compute is not active';

/** Refuses requests on an instance that is being deleted, or that has queued or running work.
 *  Source: compute#busy. */
export const notIdle = (world: World, row: InstanceRow): Refusal | undefined => {
  if (row.status === 'deleting') return refuse(NOT_ACTIVE);
  return isBusy(world, row.id) || row.status === 'cloning' ? busy : undefined;
};

/** Source: conventions#labels. */
export const labelTaken = (
  world: World,
  label: string | undefined,
  own: number | null,
): Refusal | undefined => {
  if (label === undefined || !isRecorded(world)) return undefined;
  const other = instanceLabelled(world, label);
  return other === undefined || other.id === own
    ? undefined
    : refuse('Label must be unique among your computes', 'label');
};

/** Returns the instance in a field of a body, if the user may write to it. Source: volumes#attach;
 *  conventions#restricted-users. */
export const writable = (
  world: World,
  viewer: Viewer | null,
  id: number,
  field: string,
): InstanceRow | Refusal => {
  const row = instances.find(world, id);
  if (row === undefined || row.status === 'deleting') return refuse(NOT_ACTIVE, field);
  const permitted = viewer === null ? null : permission(viewer.user, 'compute', id);
  return permitted === 'read_write'
    ? row
    : refuse('You do not have permission to access this Compute', field, 403);
};
