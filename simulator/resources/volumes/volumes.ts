import { instances as onInstances } from '../../../src/api/instances.ts';
import { volumes as endpoints } from '../../../src/api/volumes.ts';
import { listed, ok } from '../../core/reply.ts';
import { type Resource, route, routeOn } from '../../core/route.ts';
import { computes } from '../instances/table.ts';
import { attachmentRoutes, attachWork, detachLater, detachWork } from './attachment.ts';
import { changeRoutes } from './change.ts';
import { activateWork, createRoute } from './create.ts';
import { volumes, volumesOf, volumeTable } from './table.ts';

/** Block-storage volumes. Source: volumes#volumes. */
export const volumeResource: Resource = {
  entity: volumes,
  routes: [
    route(endpoints.list, ({ turn }) => listed(turn, volumes, volumeTable.all(turn.world))),
    createRoute,
    routeOn(volumes, endpoints.view, ({ turn, target }) => ok(volumes.show(turn, target))),
    ...changeRoutes,
    ...attachmentRoutes,
    routeOn(computes, onInstances.volumes, ({ turn, target }) =>
      listed(turn, volumes, volumesOf(turn.world, target.id)),
    ),
  ],
  works: {
    volume_create: activateWork,
    volume_clone: activateWork,
    volume_resize: activateWork,
    volume_attach: attachWork,
    volume_detach: detachWork,
  },
  /** Detaches the volumes of a deleted instance, some seconds later. Source: volumes#detach. */
  follow: (turn, type, id) => {
    if (type !== 'compute') return;
    for (const volume of volumesOf(turn.world, id)) detachLater(turn, volume);
  },
};
