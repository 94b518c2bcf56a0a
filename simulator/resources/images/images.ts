import { images as endpoints } from '../../../src/api/images.ts';
import { PUBLIC_IMAGES } from '../../catalog/images.ts';
import { stamp } from '../../core/clock.ts';
import { reference, tell } from '../../core/events.ts';
import { abandon } from '../../core/jobs.ts';
import { done, listedPlain, notFound, ok } from '../../core/reply.ts';
import { type Resource, route, routeOn } from '../../core/route.ts';
import { gone } from '../../core/turn.ts';
import { permission, type Viewer } from '../../core/users.ts';
import type { World } from '../../core/world.ts';
import { imagizeRoute, imagizeWork } from './imagize.ts';
import { type ImageRow, images, privateImage, privateImages, showPublic } from './table.ts';
import { uploadExpired, uploadRoute, uploadWork } from './upload.ts';

const isVisible = (viewer: Viewer | null, row: ImageRow): boolean =>
  viewer !== null && permission(viewer.user, 'image', row.id) !== null;

const publicImage = (id: string): (typeof PUBLIC_IMAGES)[number] | undefined =>
  PUBLIC_IMAGES.find((image) => image.id === id);

const visibleOwn = (world: World, viewer: Viewer | null, id: string): ImageRow | undefined => {
  const row = privateImage(world, id);
  return row !== undefined && isVisible(viewer, row) ? row : undefined;
};

/** Lists images; a filter without matches is answered with page 0. Source: conventions#pages. */
const listRoute = route(endpoints.list, ({ turn, viewer }) => {
  const own = privateImages.all(turn.world).filter((row) => isVisible(viewer, row));
  const shown = [...own.map((row) => images.show(turn, row)), ...PUBLIC_IMAGES.map(showPublic)];
  return listedPlain(shown, (image) => image, { emptyPage: 0, unordered: ['status'] });
});

const viewRoute = route(endpoints.view, ({ turn, viewer, params }) => {
  const id = String(params.imageId);
  const shared = publicImage(id);
  if (shared !== undefined) return ok(showPublic(shared));
  const own = visibleOwn(turn.world, viewer, id);
  return own === undefined ? notFound : ok(images.show(turn, own));
});

const updateRoute = routeOn(images, endpoints.update, ({ turn, target, body }) => {
  const row = privateImages.update(turn.world, target.id, {
    label: body.label ?? target.label,
    description: body.description === undefined ? target.description : (body.description ?? ''),
    updated: stamp(turn.now),
  });
  tell(turn, { action: 'image_update', entity: reference(images, row) });
  return ok(images.show(turn, row));
});

const deleteRoute = routeOn(images, endpoints.delete, ({ turn, target }) => {
  abandon(turn, (job) => job.args['imageId'] === target.id);
  privateImages.remove(turn.world, target.id);
  tell(turn, { action: 'image_delete', entity: reference(images, target) });
  gone(turn, 'image', target.id);
  return done;
});

/** Public and private machine images. Source: images#images. */
export const imageResource: Resource = {
  entity: images,
  routes: [listRoute, imagizeRoute, uploadRoute, viewRoute, updateRoute, deleteRoute],
  works: { disk_imagize: imagizeWork, image_upload: uploadWork },
  alarms: { 'images.expire': uploadExpired },
};
