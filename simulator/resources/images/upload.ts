import { images as endpoints, IMAGE_UPLOAD } from '../../../src/api/images.ts';
import { region } from '../../catalog/regions.ts';
import { stamp } from '../../core/clock.ts';
import { reference } from '../../core/events.ts';
import { enqueue } from '../../core/jobs.ts';
import { schedule } from '../../core/pending.ts';
import { drawHex, type Range } from '../../core/random.ts';
import { type Done, notFound, ok, type Refusal, refuse } from '../../core/reply.ts';
import { type Route, route } from '../../core/route.ts';
import type { Alarm, Turn, Work } from '../../core/turn.ts';
import { grant } from '../../core/users.ts';
import { isRecorded } from '../../core/world.ts';
import type { Request } from '../../http/exchange.ts';
import { parseUpload, uploadUrl } from '../../http/upload-path.ts';
import { addImage } from './imagize.ts';
import { images, privateImages } from './table.ts';

/** Seconds from the last byte to an available image. */
const PROCESS: Range = [20, 90];

const MAX_BYTES = IMAGE_UPLOAD.compressedGb * 1024 ** 3;
const MEGABYTE = 1024 ** 2;

/** Source: images#upload. */
export const uploadRoute: Route = route(endpoints.upload, ({ turn, viewer, body }) => {
  const { world } = turn;
  if (region(body.region) === undefined) return refuse('region is not valid', 'region');
  const signature = drawHex(world, 32);
  const { label, description } = body;
  const image = addImage(turn, {
    label,
    description,
    size: 0,
    status: 'pending_upload',
    signature,
  });
  if (viewer?.user.restricted === true) grant(world, viewer.user, 'image', image.id, 'read_write');
  schedule(turn, 'images.expire', IMAGE_UPLOAD.hours * 3600, { imageId: image.id });
  const upload_to = uploadUrl(world.settings.origin, image.id, signature);
  const record = images.show(turn, image);
  return ok(isRecorded(world) ? { upload_to, image: record } : { ...record, upload_to });
});

/** Deletes an image whose data did not arrive in time. Source: images#upload. */
export const uploadExpired: Alarm<{ readonly imageId: number }> = {
  ring: ({ world }, { imageId }) => {
    const isAwaited = typeof privateImages.find(world, imageId)?.signature === 'string';
    if (isAwaited) privateImages.remove(world, imageId);
  },
};

/** Receives the data of an image. Source: images#upload. */
export const receiveUpload = (
  turn: Turn,
  { method, url, headers, upload }: Request,
): Done | Refusal => {
  const address = parseUpload(url);
  const image = address === undefined ? undefined : privateImages.find(turn.world, address.imageId);
  if (image === undefined || image.signature !== address?.signature) return notFound;
  if (method !== 'PUT' || upload === undefined) return refuse('Method Not Allowed', undefined, 405);
  if (headers['content-type'] !== 'application/octet-stream')
    return refuse('Content-Type must be application/octet-stream');
  if (image.status !== 'pending_upload')
    return refuse('The image was uploaded before', undefined, 403);
  if (upload.bytes > MAX_BYTES) return refuse('The image is too large', undefined, 413);
  const size = Math.max(1, Math.ceil(upload.bytes / MEGABYTE));
  privateImages.update(turn.world, image.id, { signature: null });
  const args = { imageId: image.id, size, isReadable: upload.gzip };
  enqueue(
    { ...turn, actor: image.created_by },
    {
      action: 'image_upload',
      entity: reference(images, image),
      seconds: PROCESS,
      lock: null,
      args,
    },
  );
  return { kind: 'done', status: 200, body: undefined };
};

/** Ends an upload: data without gzip compression deletes the image. Source: images#upload. */
export const uploadWork: Work<{
  readonly imageId: number;
  readonly size: number;
  readonly isReadable: boolean;
}> = {
  finish: ({ world, now }, { args: { imageId, size, isReadable } }) => {
    if (isReadable) {
      privateImages.update(world, imageId, { status: 'available', size, updated: stamp(now) });
      return undefined;
    }
    privateImages.remove(world, imageId);
    return 'failed';
  },
};
