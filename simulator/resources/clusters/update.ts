import { clusters as endpoints } from '../../../src/api/clusters.ts';
import { isOffered, minorsBetween } from '../../catalog/k8s-versions.ts';
import { stamp } from '../../core/clock.ts';
import { done, firstOf, ok, type Refusal, refuse } from '../../core/reply.ts';
import { type Route, routeOn } from '../../core/route.ts';
import type { Turn } from '../../core/turn.ts';
import { recycleNodes } from '../nodes/rolling.ts';
import { nodesOf } from '../nodes/table.ts';
import { poolsOf } from '../pools/table.ts';
import { rememberTags, sortedTags, tagsRefused } from '../tags/table.ts';
import { labelTaken, notReady } from './guards.ts';
import { type ClusterRow, clusters, clusterTable } from './table.ts';

/** Allows only the next minor version; the current one changes nothing. Source:
 *  clusters#versions. */
const versionRefused = (cluster: ClusterRow, version: string | undefined): Refusal | undefined => {
  if (version === undefined || version === cluster.k8s_version) return undefined;
  if (!isOffered(version)) return refuse('k8s_version is not valid', 'k8s_version');
  return minorsBetween(cluster.k8s_version, version) === 1
    ? undefined
    : refuse(
        `A cluster of version ${cluster.k8s_version} can only be upgraded to the next minor version`,
        'k8s_version',
      );
};

/** Source: clusters#high-availability. */
const availabilityRefused = (
  cluster: ClusterRow,
  isRequested: boolean | undefined,
): Refusal | undefined =>
  cluster.isHighlyAvailable && isRequested === false
    ? refuse('High availability cannot be disabled', 'control_plane.high_availability')
    : undefined;

const recycleAll = (turn: Turn, clusterId: number): void => {
  for (const pool of poolsOf(turn.world, clusterId))
    recycleNodes(turn, pool.id, nodesOf(turn.world, pool.id));
};

/** Updates a cluster: nodes get a new version when they are recycled; high availability recycles
 *  all of them. Source: clusters#versions. */
const updateRoute = routeOn(clusters, endpoints.update, ({ turn, viewer, target, body }) => {
  const isRequested = body.control_plane?.high_availability;
  const refusal = firstOf(
    () => notReady(target),
    () => versionRefused(target, body.k8s_version),
    () => availabilityRefused(target, isRequested),
    () => labelTaken(turn.world, body.label, target.id),
    () => tagsRefused(viewer, body.tags, target.tags),
  );
  if (refusal !== undefined) return refusal;
  const tags = body.tags === undefined ? target.tags : sortedTags(body.tags);
  rememberTags(turn, tags);
  const row = clusterTable.update(turn.world, target.id, {
    label: body.label ?? target.label,
    k8s_version: body.k8s_version ?? target.k8s_version,
    isHighlyAvailable: isRequested ?? target.isHighlyAvailable,
    tags,
    updated: stamp(turn.now),
  });
  if (row.isHighlyAvailable && !target.isHighlyAvailable) recycleAll(turn, row.id);
  return ok(clusters.show(turn, row));
});

const recycleRoute = routeOn(clusters, endpoints.recycle, ({ turn, target }) => {
  const refusal = notReady(target);
  if (refusal !== undefined) return refusal;
  recycleAll(turn, target.id);
  return done;
});

export const updateRoutes: readonly Route[] = [updateRoute, recycleRoute];
