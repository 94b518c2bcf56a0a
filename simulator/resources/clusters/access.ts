import { clusters as endpoints } from '../../../src/api/clusters.ts';
import { drawHex, drawWithin, type Range } from '../../core/random.ts';
import { done, listedPlain, ok, type Refusal, refuse } from '../../core/reply.ts';
import { type Route, routeOn } from '../../core/route.ts';
import { after, type Turn } from '../../core/turn.ts';
import { notReady } from './guards.ts';
import { dashboardOf, endpointsOf, kubeconfigOf } from './kubeconfig.ts';
import { type ClusterRow, clusters, clusterTable } from './table.ts';

/** Seconds until a renewed kubeconfig is available. Source: clusters#regenerate-access. */
const RENEWAL: Range = [20, 90];

/** Seconds in Retry-After. Source: clusters#access. */
const RETRY: Range = [27, 60];

/** Refuses with a 503 that concerns this cluster only. Source: clusters#access. */
const early = (turn: Turn, what: string, readyAt: number): Refusal | undefined => {
  if (turn.now >= readyAt) return undefined;
  const { speed } = turn.world.settings;
  const seconds =
    Math.min(RETRY[1], Math.max(RETRY[0], ((readyAt - turn.now) / 1000) * speed)) / speed;
  const refusal = refuse(
    `Cluster ${what} not yet available. Please try again later.`,
    undefined,
    503,
  );
  return { ...refusal, headers: { 'Retry-After': String(Math.max(1, Math.ceil(seconds))) } };
};

const renewKubeconfig = (turn: Turn, cluster: ClusterRow): void => {
  const kubeconfigAt = Math.max(cluster.kubeconfigAt, after(turn, drawWithin(turn.world, RENEWAL)));
  clusterTable.update(turn.world, cluster.id, { token: drawHex(turn.world, 64), kubeconfigAt });
};

/** Renews the service token, which no read shows. Source: clusters#regenerate-access. */
const renewServiceToken = (turn: Turn, cluster: ClusterRow): void => {
  clusterTable.update(turn.world, cluster.id, { serviceTokens: cluster.serviceTokens + 1 });
};

const renewing = (
  endpoint: typeof endpoints.deleteKubeconfig | typeof endpoints.deleteServiceToken,
  renew: (turn: Turn, cluster: ClusterRow) => void,
): Route =>
  routeOn(clusters, endpoint, ({ turn, target }) => {
    const refusal = notReady(target);
    if (refusal !== undefined) return refusal;
    renew(turn, target);
    return done;
  });

/** Access data of a cluster. Source: clusters#access. */
export const accessRoutes: readonly Route[] = [
  routeOn(
    clusters,
    endpoints.apiEndpoints,
    ({ turn, target }) =>
      early(turn, 'API Endpoints are', target.readyAt) ??
      listedPlain(endpointsOf(target), (endpoint) => ({ endpoint })),
  ),
  routeOn(
    clusters,
    endpoints.dashboard,
    ({ turn, target }) =>
      early(turn, 'dashboard URL is', target.readyAt) ?? ok({ url: dashboardOf(target) }),
  ),
  routeOn(
    clusters,
    endpoints.kubeconfig,
    ({ turn, target }) =>
      early(turn, 'kubeconfig is', target.kubeconfigAt) ?? ok({ kubeconfig: kubeconfigOf(target) }),
  ),
  renewing(endpoints.deleteKubeconfig, renewKubeconfig),
  renewing(endpoints.deleteServiceToken, renewServiceToken),
  routeOn(clusters, endpoints.regenerate, ({ turn, target, body }) => {
    const refusal = notReady(target);
    if (refusal !== undefined) return refusal;
    if (body.kubeconfig === true) renewKubeconfig(turn, target);
    if (body.servicetoken === true) renewServiceToken(turn, target);
    return done;
  }),
];
