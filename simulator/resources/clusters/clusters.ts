import { clusters as endpoints } from '../../../src/api/clusters.ts';
import { isOffered, K8S_VERSIONS } from '../../catalog/k8s-versions.ts';
import { listed, listedPlain, notFound, ok } from '../../core/reply.ts';
import { type Resource, route, routeOn } from '../../core/route.ts';
import { accessRoutes } from './access.ts';
import { createRoute } from './create.ts';
import { deleteRoute, orphaning, removed } from './remove.ts';
import { clusters, clusterTable } from './table.ts';
import { updateRoutes } from './update.ts';

/** Container clusters. Source: clusters#clusters. */
export const clusterResource: Resource = {
  entity: clusters,
  routes: [
    route(endpoints.list, ({ turn }) => listed(turn, clusters, clusterTable.all(turn.world))),
    createRoute,
    routeOn(clusters, endpoints.view, ({ turn, target }) => ok(clusters.show(turn, target))),
    ...updateRoutes,
    ...accessRoutes,
    deleteRoute,
    route(endpoints.versions, () => listedPlain(K8S_VERSIONS, (id) => ({ id }))),
    route(endpoints.version, ({ params }) =>
      isOffered(String(params.version)) ? ok({ id: params.version }) : notFound,
    ),
  ],
  alarms: { 'cluster.removed': removed, 'cluster.orphaning': orphaning },
};
