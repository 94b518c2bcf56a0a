import { instances as endpoints } from '../../../api/instances.ts';
import { listed, ok } from '../../core/reply.ts';
import { type Resource, route, routeOn } from '../../core/route.ts';
import { powerRoutes, powerWorks } from './power.ts';
import { createRoute, createWork } from './provision.ts';
import { deleteRoute, deleteWork } from './remove.ts';
import { computes, instances } from './table.ts';
import { updateRoute } from './update.ts';

/** Compute instances. Source: document 1, "Instances"; facts, 1.1. */
export const instanceResource: Resource = {
  entity: computes,
  routes: [
    route(endpoints.list, ({ turn }) => listed(turn, computes, instances.all(turn.world))),
    createRoute,
    routeOn(computes, endpoints.view, ({ turn, target }) => ok(computes.show(turn, target))),
    updateRoute,
    deleteRoute,
    ...powerRoutes,
  ],
  works: { ...powerWorks, compute_create: createWork, compute_delete: deleteWork },
};
