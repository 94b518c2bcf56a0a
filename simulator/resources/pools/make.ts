import type { z } from 'zod';
import type { PoolCreate } from '../../../src/api/pools.ts';
import { planType } from '../../catalog/types.ts';
import type { Problem } from '../../core/reply.ts';
import type { Turn } from '../../core/turn.ts';
import { nextId } from '../../core/world.ts';
import { addNodes } from '../nodes/insert.ts';
import { rememberTags } from '../tags/table.ts';
import { type PoolRow, pools, type Scaler } from './table.ts';

export type PoolBody = z.output<typeof PoolCreate>;

/** Returns the problems of a pool. Source: clusters#node-pools. @param prefix of the fields' names,
 *  `node_pools[0].` or nothing. */
export const poolProblems = (body: PoolBody, prefix: string): readonly Problem[] => {
  const plan = planType(body.type);
  if (plan === undefined)
    return [{ reason: 'A valid plan type by that ID was not found', field: `${prefix}type` }];
  const taken = (body.disks ?? []).reduce((sum, { size }) => sum + size, 0);
  return taken >= plan.disk
    ? [
        {
          reason: `Partitions must leave room on the plan's ${plan.disk} MB`,
          field: `${prefix}disks`,
        },
      ]
    : [];
};

/** Returns the autoscaler; a disabled one reports the pool's count. Source: clusters#autoscaler. */
export const scalerOf = (
  count: number,
  input: Partial<{ readonly [Key in keyof Scaler]: Scaler[Key] | undefined }> = {},
): Scaler =>
  input.enabled === true
    ? { enabled: true, min: input.min ?? count, max: input.max ?? count }
    : { enabled: false, min: count, max: count };

/** Returns the tags of a pool in the order of the request. Source: tags#assign. */
export const keptTags = (tags: readonly string[]): readonly string[] => [...new Set(tags)];

/** Creates a pool with its nodes, which are not ready yet. */
export const makePool = (turn: Turn, clusterId: number, body: PoolBody): PoolRow => {
  const tags = keptTags(body.tags ?? []);
  rememberTags(turn, tags);
  const pool = pools.insert(turn.world, {
    id: nextId(turn.world, 'pool', 118_000),
    clusterId,
    type: body.type,
    count: body.count,
    disks: body.disks ?? [],
    autoscaler: scalerOf(body.count, body.autoscaler),
    tags,
  });
  addNodes(turn, pool, body.count);
  return pool;
};
