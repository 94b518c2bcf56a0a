import type { z } from 'zod';
import { pools as endpoints, type PoolUpdate } from '../../../src/api/pools.ts';
import {
  done,
  firstOf,
  isRefusal,
  listedPlain,
  notFound,
  ok,
  type Refusal,
  refuse,
} from '../../core/reply.ts';
import { type Resource, routeOn } from '../../core/route.ts';
import type { Turn } from '../../core/turn.ts';
import { isRecorded, type World } from '../../core/world.ts';
import { notReady } from '../clusters/guards.ts';
import { type ClusterRow, clusters } from '../clusters/table.ts';
import { dropNode } from '../nodes/removal.ts';
import { recycleNodes } from '../nodes/rolling.ts';
import { nodesOf } from '../nodes/table.ts';
import { rememberTags, sortedTags, tagsRefused } from '../tags/table.ts';
import { keptTags, makePool, poolProblems, scalerOf } from './make.ts';
import { autoscaled, resizePool } from './resize.ts';
import { type PoolRow, pools, poolsOf, showPool } from './table.ts';

const own = (world: World, cluster: ClusterRow, id: string | number): PoolRow | Refusal => {
  const pool = pools.find(world, Number(id));
  return pool?.clusterId === cluster.id ? pool : notFound;
};

const createRoute = routeOn(clusters, endpoints.create, ({ turn, viewer, target, body }) => {
  const problems = poolProblems(body, '');
  const refusal = firstOf(
    () => notReady(target),
    () => (problems.length > 0 ? { kind: 'refused', status: 400, problems } : undefined),
    () => tagsRefused(viewer, body.tags, []),
  );
  return refusal ?? ok(showPool(turn.world, makePool(turn, target.id, body)));
});

type UpdateBody = z.output<typeof PoolUpdate>;

/** Returns the tags after an update: stored in the recordings, ignored in the documents. Source:
 *  clusters#node-pools. */
const tagsAfter = (turn: Turn, pool: PoolRow, body: UpdateBody): readonly string[] => {
  if (body.tags === undefined || !isRecorded(turn.world)) return pool.tags;
  rememberTags(turn, body.tags);
  return keptTags(body.tags);
};

const given = <Fields extends object>(fields: Fields): Partial<Fields> =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Partial<Fields>;

/** Returns the autoscaler after an update; a disabled one keeps its bounds, the initial count.
 *  Source: clusters#autoscaler. */
const scalerAfter = (
  pool: PoolRow,
  count: number,
  input: UpdateBody['autoscaler'],
): PoolRow['autoscaler'] => {
  if (input === undefined) return pool.autoscaler;
  const isOn = input.enabled ?? pool.autoscaler.enabled;
  return isOn || pool.autoscaler.enabled
    ? scalerOf(count, { ...pool.autoscaler, ...given(input) })
    : pool.autoscaler;
};

const updateRoute = routeOn(
  clusters,
  endpoints.update,
  ({ turn, viewer, target, body, params }) => {
    const pool = own(turn.world, target, params.poolId);
    if (isRefusal(pool)) return pool;
    const refusal = notReady(target) ?? tagsRefused(viewer, body.tags, sortedTags(pool.tags));
    if (refusal !== undefined) return refusal;
    const count = body.count ?? pool.count;
    const updated = pools.update(turn.world, pool.id, {
      autoscaler: scalerAfter(pool, count, body.autoscaler),
      tags: tagsAfter(turn, pool, body),
    });
    return ok(showPool(turn.world, resizePool(turn, updated, count)));
  },
);

/** Deletes a pool, except the last one. */
const deleteRoute = routeOn(clusters, endpoints.delete, ({ turn, target, params }) => {
  const pool = own(turn.world, target, params.poolId);
  if (isRefusal(pool)) return pool;
  const isLast = poolsOf(turn.world, target.id).length === 1;
  const refusal =
    notReady(target) ??
    (isLast ? refuse('Clusters must contain at least one node pool.') : undefined);
  if (refusal !== undefined) return refusal;
  for (const node of nodesOf(turn.world, pool.id)) dropNode(turn, node);
  pools.remove(turn.world, pool.id);
  return done;
});

const recycleRoute = routeOn(clusters, endpoints.recycle, ({ turn, target, params }) => {
  const pool = own(turn.world, target, params.poolId);
  if (isRefusal(pool)) return pool;
  const refusal = notReady(target);
  if (refusal !== undefined) return refusal;
  recycleNodes(turn, pool.id, nodesOf(turn.world, pool.id));
  return done;
});

/** Node pools of clusters. Source: clusters#node-pools. */
export const poolResource: Resource = {
  routes: [
    routeOn(clusters, endpoints.list, ({ turn: { world }, target }) =>
      listedPlain(poolsOf(world, target.id), (pool) => showPool(world, pool)),
    ),
    createRoute,
    routeOn(clusters, endpoints.view, ({ turn: { world }, target, params }) => {
      const pool = own(world, target, params.poolId);
      return isRefusal(pool) ? pool : ok(showPool(world, pool));
    }),
    updateRoute,
    deleteRoute,
    recycleRoute,
  ],
  alarms: { 'pool.autoscaled': autoscaled },
};
