import { volumes as endpoints, VOLUME_SIZE } from '../../../src/api/volumes.ts';
import { stamp } from '../../core/clock.ts';
import { reference, tell } from '../../core/events.ts';
import { abandon, enqueue } from '../../core/jobs.ts';
import type { Range } from '../../core/random.ts';
import { done, ok, type Refusal, refuse } from '../../core/reply.ts';
import { created, type Route, routeOn } from '../../core/route.ts';
import { gone } from '../../core/turn.ts';
import { isRecorded } from '../../core/world.ts';
import { rememberTags, sortedTags, tagsRefused } from '../tags/table.ts';
import { makeVolume } from './create.ts';
import { type VolumeRow, volumes, volumeTable } from './table.ts';

/** Seconds; within one poll of the recordings. Source: volumes#status. */
const RESIZE: Range = [2, 12];
const CLONE: Range = [10, 60];

/** Source: volumes#clone; volumes#resize. */
const notActive = (row: VolumeRow): Refusal | undefined =>
  row.status === 'active' ? undefined : refuse('Volume is not active');

const updateRoute = routeOn(volumes, endpoints.update, ({ turn, viewer, target, body }) => {
  const refusal = tagsRefused(viewer, body.tags, target.tags);
  if (refusal !== undefined) return refusal;
  const tags = body.tags === undefined ? target.tags : sortedTags(body.tags);
  rememberTags(turn, tags);
  const row = volumeTable.update(turn.world, target.id, {
    label: body.label ?? target.label,
    tags,
    updated: stamp(turn.now),
  });
  tell(turn, { action: 'volume_update', entity: reference(volumes, row) });
  return ok(volumes.show(turn, row));
});

/** Source: volumes#resize. */
const sizeRefused = (row: VolumeRow, size: number): Refusal | undefined => {
  if (size > VOLUME_SIZE.max)
    return refuse(
      `Storage volumes cannot be resized larger than ${VOLUME_SIZE.max} gigabytes`,
      'size',
    );
  return size <= row.size ? refuse('Storage volumes can only be resized up', 'size') : undefined;
};

const resizeRoute = routeOn(volumes, endpoints.resize, ({ turn, target, body }) => {
  const refusal = notActive(target) ?? sizeRefused(target, body.size);
  if (refusal !== undefined) return refusal;
  const row = volumeTable.update(turn.world, target.id, {
    size: body.size,
    status: 'resizing',
    updated: stamp(turn.now),
  });
  enqueue(turn, {
    action: 'volume_resize',
    entity: reference(volumes, row),
    seconds: RESIZE,
    lock: null,
    args: { volumeId: row.id },
  });
  return ok(volumes.show(turn, row));
});

/** Clones a volume. In the recordings' dialect the copy carries the source's tags, as cloned
 *  instances do. Source: volumes#clone; compute#clone. */
const cloneRoute = routeOn(volumes, endpoints.clone, (call) => {
  const { turn, target, body } = call;
  const refusal = notActive(target);
  if (refusal !== undefined) return refusal;
  const tags = isRecorded(turn.world) ? target.tags : [];
  const fields = { label: body.label, size: target.size, region: target.region, tags };
  return created(call, volumes, makeVolume(turn, fields, 'volume_clone', CLONE));
});

/** Source: volumes#delete. */
const deleteRefused = (row: VolumeRow): Refusal | undefined => {
  if (row.status === 'migrating')
    return refuse('This volume cannot be deleted while it is migrating.');
  return row.compute_id === null
    ? undefined
    : refuse('This volume must be detached before it can be deleted.');
};

const deleteRoute = routeOn(volumes, endpoints.delete, ({ turn, target }) => {
  const refusal = deleteRefused(target);
  if (refusal !== undefined) return refusal;
  abandon(turn, (job) => job.args['volumeId'] === target.id);
  volumeTable.remove(turn.world, target.id);
  tell(turn, { action: 'volume_delete', entity: reference(volumes, target) });
  gone(turn, 'volume', target.id);
  return done;
});

export const changeRoutes: readonly Route[] = [updateRoute, resizeRoute, cloneRoute, deleteRoute];
