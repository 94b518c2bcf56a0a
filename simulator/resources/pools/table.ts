import { table } from '../../core/table.ts';
import type { Reference } from '../../core/turn.ts';
import type { Row, World } from '../../core/world.ts';
import { type ClusterRow, clusters } from '../clusters/table.ts';
import { nodesOf, showNode } from '../nodes/table.ts';

/** The bounds of the autoscaler. */
export interface Scaler {
  readonly enabled: boolean;
  readonly min: number;
  readonly max: number;
}

/** A partition of each node; `size` in MB. */
export interface Partition {
  readonly size: number;
  readonly type: 'raw' | 'ext4';
}

/** Nodes of one plan. */
export interface PoolRow extends Row {
  readonly clusterId: number;
  readonly type: string;
  readonly count: number;
  readonly disks: readonly Partition[];
  readonly autoscaler: Scaler;
  readonly tags: readonly string[];
}

export const pools = table<PoolRow>('pools');

export const poolsOf = (world: World, clusterId: number): readonly PoolRow[] =>
  pools.all(world).filter((pool) => pool.clusterId === clusterId);

/** Source: clusters#node-pools. */
export const showPool = (world: World, pool: PoolRow): Readonly<Record<string, unknown>> => ({
  id: pool.id,
  type: pool.type,
  count: pool.count,
  nodes: nodesOf(world, pool.id).map((node) => showNode(world, node)),
  disks: pool.disks,
  autoscaler: pool.autoscaler,
  tags: pool.tags,
});

/** Builds the reference of an event to a pool, with the label of its cluster. */
export const poolReference = (cluster: ClusterRow, pool: PoolRow): Reference => ({
  id: pool.id,
  type: 'kubenodepool',
  label: cluster.label,
  url: `/v4${clusters.path}/${cluster.id}/pools/${pool.id}`,
});
