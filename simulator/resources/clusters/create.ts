import type { z } from 'zod';
import { type ClusterCreate, clusters as endpoints } from '../../../src/api/clusters.ts';
import { isOffered } from '../../catalog/k8s-versions.ts';
import { isCapable, region } from '../../catalog/regions.ts';
import { stamp } from '../../core/clock.ts';
import { drawHex, drawWithin, type Range } from '../../core/random.ts';
import { firstOf, type Problem, type Refusal } from '../../core/reply.ts';
import { created, type Route, route } from '../../core/route.ts';
import { after, type Turn } from '../../core/turn.ts';
import { nextId, type World } from '../../core/world.ts';
import { publicAddress } from '../instances/addresses.ts';
import { makePool, poolProblems } from '../pools/make.ts';
import { rememberTags, sortedTags, tagsRefused } from '../tags/table.ts';
import { labelTaken } from './guards.ts';
import { type ClusterRow, clusters, clusterTable } from './table.ts';

type CreateBody = z.output<typeof ClusterCreate>;

/** Seconds until the control plane answers and the kubeconfig is available. Source:
 *  clusters#create. */
const CONTROL_PLANE: Range = [120, 600];

const uuid = (world: World): string =>
  [8, 4, 4, 4, 12].map((length) => drawHex(world, length)).join('-');

const placeProblems = ({ region: id, k8s_version: version }: CreateBody): readonly Problem[] => [
  ...(region(id) === undefined ? [{ reason: 'region is not valid', field: 'region' }] : []),
  ...(region(id) !== undefined && !isCapable(id, 'Kubernetes')
    ? [{ reason: 'Kubernetes is not available in this region', field: 'region' }]
    : []),
  ...(isOffered(version) ? [] : [{ reason: 'k8s_version is not valid', field: 'k8s_version' }]),
];

const bodyRefused = (body: CreateBody): Refusal | undefined => {
  const problems = [
    ...placeProblems(body),
    ...(body.node_pools.length === 0
      ? [{ reason: 'Clusters must contain at least one node pool.', field: 'node_pools' }]
      : []),
    ...body.node_pools.flatMap((pool, index) => poolProblems(pool, `node_pools[${index}].`)),
  ];
  return problems.length === 0 ? undefined : { kind: 'refused', status: 400, problems };
};

const makeCluster = (turn: Turn, body: CreateBody): ClusterRow => {
  const { world } = turn;
  const tags = sortedTags(body.tags ?? []);
  rememberTags(turn, tags);
  const readyAt = after(turn, drawWithin(world, CONTROL_PLANE));
  return clusterTable.insert(world, {
    id: nextId(world, 'cluster', 76_000),
    status: 'ready',
    label: body.label,
    region: body.region,
    k8s_version: body.k8s_version,
    isHighlyAvailable: body.control_plane?.high_availability ?? false,
    tags,
    created: stamp(turn.now),
    updated: stamp(turn.now),
    uuid: uuid(world),
    address: publicAddress(world),
    readyAt,
    kubeconfigAt: readyAt,
    authority: drawHex(world, 64),
    token: drawHex(world, 64),
    serviceTokens: 1,
    isOrphaning: false,
  });
};

/** Creates a cluster; its record shows ready at once. Source: clusters#status. */
export const createRoute: Route = route(endpoints.create, (call) => {
  const { turn, viewer, body } = call;
  const tags = [...(body.tags ?? []), ...body.node_pools.flatMap((pool) => pool.tags ?? [])];
  const refusal = firstOf(
    () => bodyRefused(body),
    () => labelTaken(turn.world, body.label, null),
    () => tagsRefused(viewer, tags, []),
  );
  if (refusal !== undefined) return refusal;
  const cluster = makeCluster(turn, body);
  for (const pool of body.node_pools) makePool(turn, cluster.id, pool);
  return created(call, clusters, cluster);
});
