import { instances as endpoints } from '../../../src/api/instances.ts';
import { listed, ok } from '../../core/reply.ts';
import { type Resource, route, routeOn } from '../../core/route.ts';
import { cloneRoute, cloneWork } from './clone.ts';
import { migrateRoute, moveWanted, moveWork } from './migrate.ts';
import { powerRoutes, powerWorks } from './power.ts';
import { createRoute, createWork } from './provision.ts';
import { rebuildRoutes, rebuildWork } from './rebuild.ts';
import { deleteRoute, deleteWork } from './remove.ts';
import { resizeRoutes, resizeWork } from './resize.ts';
import { computes, instances } from './table.ts';
import { updateRoute } from './update.ts';
import { maintenance, powerLost } from './watchdog.ts';

/** Compute instances. Source: compute#instances. */
export const instanceResource: Resource = {
  entity: computes,
  routes: [
    route(endpoints.list, ({ turn }) => listed(turn, computes, instances.all(turn.world))),
    createRoute,
    routeOn(computes, endpoints.view, ({ turn, target }) => ok(computes.show(turn, target))),
    updateRoute,
    deleteRoute,
    cloneRoute,
    migrateRoute,
    ...powerRoutes,
    ...rebuildRoutes,
    ...resizeRoutes,
  ],
  works: {
    ...powerWorks,
    compute_create: createWork,
    compute_delete: deleteWork,
    compute_clone: cloneWork,
    compute_migrate: moveWork,
    compute_migrate_datacenter: moveWork,
    compute_mutate: resizeWork,
    compute_rebuild: rebuildWork,
    compute_resize: resizeWork,
  },
  alarms: {
    'compute.powerLost': powerLost,
    'compute.maintenance': maintenance,
    'compute.moveWanted': moveWanted,
  },
};
