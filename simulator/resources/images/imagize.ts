import { images as endpoints } from '../../../src/api/images.ts';
import { stamp } from '../../core/clock.ts';
import { reference } from '../../core/events.ts';
import { enqueue } from '../../core/jobs.ts';
import type { Range } from '../../core/random.ts';
import { isRefusal, refuse } from '../../core/reply.ts';
import { created, type Route, route } from '../../core/route.ts';
import type { Turn, Work } from '../../core/turn.ts';
import { type Args, nextId } from '../../core/world.ts';
import { disks } from '../disks/table.ts';
import { notIdle, writable } from '../instances/guards.ts';
import { computes } from '../instances/table.ts';
import { type ImageRow, images, privateImages } from './table.ts';

/** Source: compute#durations. */
const IMAGIZE: Range = [69, 159];

/** Size of a finished image per megabyte of its disk; a recorded one shrank from 25,088 to 366.
 *  Source: images#create. */
const REAL_SHARE = 366 / 25_088;

/** Creates a row; `signature` is that of its upload address. */
export const addImage = (
  turn: Turn,
  fields: Pick<ImageRow, 'label' | 'size' | 'status' | 'signature'> & {
    readonly description: string | undefined;
  },
): ImageRow =>
  privateImages.insert(turn.world, {
    ...fields,
    description: fields.description ?? '',
    id: nextId(turn.world, 'image', 17_578_000),
    created: stamp(turn.now),
    updated: stamp(turn.now),
    created_by: turn.actor ?? '',
  });

/** Source: images#create. */
export const imagizeRoute: Route = route(endpoints.create, (call) => {
  const { turn, viewer, body } = call;
  const disk = disks.find(turn.world, body.disk_id);
  if (disk === undefined) return refuse('disk_id is not valid', 'disk_id');
  const row = writable(turn.world, viewer, disk.computeId, 'disk_id');
  if (isRefusal(row)) return row;
  const refusal = notIdle(turn.world, row);
  if (refusal !== undefined) return refusal;
  if (disk.status !== 'ready') return refuse('The disk is not ready', 'disk_id');
  const { description } = body;
  const image = addImage(turn, {
    label: body.label ?? disk.label,
    description,
    size: disk.size,
    status: 'creating',
    signature: null,
  });
  const args = { imageId: image.id, size: disk.size };
  const [entity, secondary] = [reference(computes, row), reference(images, image)];
  enqueue(turn, {
    action: 'disk_imagize',
    entity,
    secondary,
    seconds: IMAGIZE,
    lock: row.id,
    args,
  });
  return created(call, images, image);
});

interface Imagizing extends Args {
  readonly imageId: number;
  readonly size: number;
}

export const imagizeWork: Work<Imagizing> = {
  finish: ({ world, now }, { args: { imageId, size } }) => {
    const real = Math.max(1, Math.round(size * REAL_SHARE));
    privateImages.update(world, imageId, { status: 'available', size: real, updated: stamp(now) });
  },
};
