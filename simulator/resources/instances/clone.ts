import type { z } from 'zod';
import { type InstanceClone, instanceActions } from '../../../src/api/instance-actions.ts';
import { isCapable, region } from '../../catalog/regions.ts';
import { planType } from '../../catalog/types.ts';
import { reference } from '../../core/events.ts';
import { enqueue, unfinished } from '../../core/jobs.ts';
import type { Range } from '../../core/random.ts';
import { isRefusal, type Refusal, refuse } from '../../core/reply.ts';
import { created, type Route, routeOn } from '../../core/route.ts';
import type { Turn, Work } from '../../core/turn.ts';
import type { Viewer } from '../../core/users.ts';
import type { Args, World } from '../../core/world.ts';
import { startBackups } from '../backups/schedule.ts';
import { configsOf, SLOTS } from '../configs/table.ts';
import { allocated, disksOf } from '../disks/table.ts';
import { NO_SUCH_TYPE } from './create.ts';
import { labelTaken, notIdle, writable } from './guards.ts';
import { insertInstance } from './insert.ts';
import { hasVlan } from './migrate.ts';
import { type Contents, copyContents, readyDisks } from './system.ts';
import { computes, type InstanceRow, instances } from './table.ts';

/** Source: compute#durations. */
const CLONE: Range = [67, 110];

/** Maximum number of concurrent clones of one source. Source: compute#clone. */
const CLONES_MAX = 5;

type CloneBody = z.output<typeof InstanceClone>;

/** Returns the contents to copy: the named profiles (all by default) with their disks, and the
 *  named disks. */
const chosen = (world: World, source: InstanceRow, body: CloneBody): Contents | Refusal => {
  const ownConfigs = configsOf(world, source.id);
  const ownDisks = disksOf(world, source.id);
  const isStranger = (
    ids: readonly number[] | undefined,
    own: readonly { readonly id: number }[],
  ): boolean => ids?.some((id) => !own.some((row) => row.id === id)) === true;
  if (isStranger(body.configs, ownConfigs)) return refuse('configs is not valid', 'configs');
  if (isStranger(body.disks, ownDisks)) return refuse('disks is not valid', 'disks');
  const configs = ownConfigs.filter(({ id }) => body.configs?.includes(id) ?? true);
  const used = new Set([
    ...configs.flatMap(({ devices }) => SLOTS.map((slot) => devices[slot]?.disk_id)),
    ...(body.disks ?? []),
  ]);
  return { configs, disks: ownDisks.filter(({ id }) => used.has(id)) };
};

const sizeOf = (contents: Contents): number =>
  contents.disks.reduce((sum, disk) => sum + disk.size, 0);

const ontoExisting = (
  world: World,
  viewer: Viewer | null,
  id: number,
  contents: Contents,
): InstanceRow | Refusal => {
  const row = writable(world, viewer, id, 'compute_id');
  if (isRefusal(row)) return row;
  const refusal = notIdle(world, row);
  if (refusal !== undefined) return refusal;
  if (row.status !== 'offline') return refuse('The target Compute must be offline', 'compute_id');
  return sizeOf(contents) > row.specs.disk - allocated(world, id)
    ? refuse('The target Compute has not enough free disk', 'compute_id')
    : row;
};

const ontoNew = (
  turn: Turn,
  source: InstanceRow,
  body: CloneBody,
  contents: Contents,
): InstanceRow | Refusal => {
  const to = body.region ?? '';
  const plan = planType(body.type ?? '');
  if (region(to) === undefined) return refuse('region is not valid', 'region');
  if (plan === undefined) return refuse(NO_SUCH_TYPE.reason, NO_SUCH_TYPE.field);
  if (sizeOf(contents) > plan.disk) return refuse('The plan is too small for the disks', 'type');
  if (hasVlan(turn.world, source.id) && !isCapable(to, 'Vlans'))
    return refuse('VLANs are not available in this region', 'region');
  const taken = labelTaken(turn.world, body.label, null);
  if (taken !== undefined) return taken;
  const { label, group, private_ip } = body;
  const { tags, image } = source;
  return insertInstance(turn, {
    plan,
    region: to,
    status: 'offline',
    label,
    group,
    private_ip,
    tags,
    image,
  });
};

const clonesOf = (world: World, sourceId: number): number =>
  unfinished(world, (job) => job.action === 'compute_clone' && job.args['sourceId'] === sourceId)
    .length;

/** Source: compute#clone. */
export const cloneRoute: Route = routeOn(computes, instanceActions.clone, (call) => {
  const { turn, viewer, target: source, body } = call;
  const { world } = turn;
  if (source.status === 'deleting') return refuse('Compute is not active');
  if (clonesOf(world, source.id) >= CLONES_MAX)
    return refuse(`A Compute can be cloned ${CLONES_MAX} times at once.`);
  const contents = chosen(world, source, body);
  if (isRefusal(contents)) return contents;
  const { compute_id } = body;
  const row =
    compute_id === undefined
      ? ontoNew(turn, source, body, contents)
      : ontoExisting(world, viewer, compute_id, contents);
  if (isRefusal(row)) return row;
  copyContents(turn, row.id, contents);
  const args = { computeId: row.id, sourceId: source.id };
  const [entity, secondary] = [reference(computes, source), reference(computes, row)];
  enqueue(turn, {
    action: 'compute_clone',
    entity,
    secondary,
    seconds: CLONE,
    lock: row.id,
    args,
    rate: '310.00 MB/s',
  });
  return created(call, computes, body.backups_enabled === true ? startBackups(turn, row) : row);
});

interface Cloning extends Args {
  readonly computeId: number;
  readonly sourceId: number;
}

export const cloneWork: Work<Cloning> = {
  begin: ({ world }, { args }) => {
    instances.update(world, args.computeId, { status: 'cloning' });
  },
  finish: ({ world }, { args }) => {
    readyDisks(world, args.computeId);
    instances.update(world, args.computeId, { status: 'offline' });
  },
};
