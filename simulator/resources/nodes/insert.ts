import { planType } from '../../catalog/types.ts';
import { reference } from '../../core/events.ts';
import { enqueue } from '../../core/jobs.ts';
import { schedule } from '../../core/pending.ts';
import { drawHex, drawWithin, type Range } from '../../core/random.ts';
import type { Alarm, Turn } from '../../core/turn.ts';
import { nextId } from '../../core/world.ts';
import { type ClusterRow, clusterTable } from '../clusters/table.ts';
import { addConfig, devicesOf } from '../configs/table.ts';
import { addDisk } from '../disks/table.ts';
import { queueBoot } from '../instances/boot.ts';
import { insertInstance } from '../instances/insert.ts';
import { computes, type InstanceRow } from '../instances/table.ts';
import { type PoolRow, poolReference, pools } from '../pools/table.ts';
import { type NodeRow, nodes } from './table.ts';

/** Seconds between the instances of nodes from one request. */
const SPACING: Range = [2, 6];

/** Seconds of creating an instance without an image. Source: compute#durations. */
const CREATE: Range = [3, 10];

/** Seconds from the instance to the join; the instance runs long before. */
const JOIN: Range = [100, 240];

/** Seconds from the ready control plane to the first joined node. */
const GREET: Range = [5, 30];

/** Adds the disks of a node: the pool's partitions, and the boot disk with the rest. Source:
 *  clusters#node-pools. */
const addBootDisks = (turn: Turn, row: InstanceRow, pool: PoolRow): void => {
  const taken = pool.disks.reduce((sum, { size }) => sum + size, 0);
  const wanted = [
    { label: 'Boot Disk', filesystem: 'ext4', size: row.specs.disk - taken },
    ...pool.disks.map(({ size, type }, index) => ({
      label: `Partition ${index + 1}`,
      filesystem: type,
      size,
    })),
  ];
  const slots = wanted.map((disk, index) => {
    const { id } = addDisk(turn, row.id, disk, turn.now);
    return [`sd${'abcdefgh'[index]}`, { disk_id: id, volume_id: null }] as const;
  });
  const config = addConfig(turn, row.id, {
    label: 'Boot Config',
    kernel: 'compute/grub2',
    devices: devicesOf(Object.fromEntries(slots)),
  });
  const args = { computeId: row.id };
  enqueue(turn, {
    action: 'compute_create',
    entity: reference(computes, row),
    seconds: CREATE,
    lock: row.id,
    args,
  });
  queueBoot(turn, row, config, 'compute_boot');
};

/** Returns the duration of a join, which does not end before the control plane is ready. */
const joinSeconds = (turn: Turn, cluster: ClusterRow): Range => {
  const untilReady = Math.max(
    0,
    Math.ceil(((cluster.readyAt - turn.now) / 1000) * turn.world.settings.speed),
  );
  const soonest = untilReady + drawWithin(turn.world, GREET);
  return [Math.max(JOIN[0], soonest), Math.max(JOIN[1], soonest)];
};

/** Creates the instance of a node, an ordinary one of the account, and schedules the join with its
 *  event. Source: clusters#nodes. */
const build = (turn: Turn, node: NodeRow): void => {
  const pool = pools.find(turn.world, node.poolId);
  const cluster = clusterTable.find(turn.world, node.clusterId);
  const plan = planType(pool?.type ?? '');
  if (pool === undefined || cluster === undefined || plan === undefined)
    throw new Error(`node ${node.name} has no pool`);
  const label = `kube${cluster.id}-${node.name}`;
  const row = insertInstance(turn, {
    plan,
    region: cluster.region,
    status: 'provisioning',
    label,
    private_ip: true,
  });
  addBootDisks(turn, row, pool);
  nodes.update(turn.world, node.id, { instanceId: row.id });
  const entity = poolReference(cluster, pool);
  enqueue(turn, {
    action: 'kube_node_create',
    entity,
    seconds: joinSeconds(turn, cluster),
    lock: null,
    args: { nodeId: node.id },
  });
};

export const instanceDue: Alarm<{ readonly nodeId: number }> = {
  ring: (turn, { nodeId }) => {
    const node = nodes.find(turn.world, nodeId);
    if (node !== undefined) build(turn, node);
  },
};

/** Names a node after its pool, its creation time in seconds, and a random part. Source:
 *  clusters#nodes. */
const nameOf = (turn: Turn, poolId: number): string =>
  `${poolId}-${Math.floor(turn.now / 1000).toString(16)}${drawHex(turn.world, 4)}`;

/** Adds nodes to a pool: the first gets its instance at once, the others one by one. */
export const addNodes = (turn: Turn, pool: PoolRow, count: number): void => {
  const { world } = turn;
  const version = clusterTable.find(world, pool.clusterId)?.k8s_version ?? '';
  let wait = 0;
  for (let made = 0; made < count; made += 1) {
    const node = nodes.insert(world, {
      id: nextId(world, 'node', 0),
      name: nameOf(turn, pool.id),
      clusterId: pool.clusterId,
      poolId: pool.id,
      instanceId: null,
      hasJoined: false,
      isDoomed: false,
      version,
    });
    if (made === 0) build(turn, node);
    else schedule(turn, 'node.instanceDue', wait, { nodeId: node.id });
    wait += drawWithin(world, SPACING);
  }
};
