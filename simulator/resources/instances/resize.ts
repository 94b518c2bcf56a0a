import { instanceActions } from '../../../src/api/instance-actions.ts';
import { instances as endpoints } from '../../../src/api/instances.ts';
import { type PlanType, planType } from '../../catalog/types.ts';
import { stamp } from '../../core/clock.ts';
import { reference, tell } from '../../core/events.ts';
import { enqueue } from '../../core/jobs.ts';
import type { Range } from '../../core/random.ts';
import { done, type Refusal, refuse } from '../../core/reply.ts';
import { type Route, routeOn } from '../../core/route.ts';
import type { Turn, Work } from '../../core/turn.ts';
import { type Args, isRecorded, type World } from '../../core/world.ts';
import { theAccount } from '../account/table.ts';
import { allocated, disks, disksOf } from '../disks/table.ts';
import { NO_SUCH_TYPE } from './create.ts';
import { notIdle } from './guards.ts';
import { defaultAlerts, specsOf } from './insert.ts';
import { computes, type InstanceRow, instances } from './table.ts';

/** Seconds of a resize; not recorded, clients wait up to 25 minutes. Source: compute#durations. */
const RESIZE: Range = [60, 240];

/** Source: compute#resize. */
const refusedFor = (world: World, row: InstanceRow, plan: PlanType): Refusal | undefined => {
  if (plan.id === row.type) return refuse('Compute is already running this service plan.');
  const refusal = notIdle(world, row);
  if (refusal !== undefined) return refusal;
  if (row.isMovePending) return refuse('Compute has a pending migration.');
  if (theAccount(world).balance > 0) return refuse('Account has an outstanding balance.');
  return allocated(world, row.id) > plan.disk
    ? refuse(
        'Compute has allocated more disk than the new service plan allows. Delete or resize disks smaller.',
      )
    : undefined;
};

const queueResize = (
  turn: Turn,
  row: InstanceRow,
  plan: PlanType,
  growsDisk: boolean,
  action: string,
): void => {
  const entity = reference(computes, row);
  tell(turn, { action: `${action}_create`, entity });
  const args = { computeId: row.id, type: plan.id, growsDisk };
  enqueue(turn, { action, entity, seconds: RESIZE, lock: row.id, args, rate: '180.00 MB/s' });
};

interface Resize extends Args {
  readonly computeId: number;
  readonly type: string;
  readonly growsDisk: boolean;
}

/** Grows the only disk beside swap to the new plan. Source: compute#resize. */
const growDisk = (turn: Turn, row: InstanceRow, plan: PlanType): void => {
  const own = disksOf(turn.world, row.id).filter((disk) => disk.filesystem !== 'swap');
  const free = plan.disk - allocated(turn.world, row.id);
  const [only] = own;
  if (only !== undefined && own.length === 1 && free > 0) {
    disks.update(turn.world, only.id, { size: only.size + free, updated: stamp(turn.now) });
  }
};

/** Resizes an instance, which ends offline in any case. Source: compute#resize. */
export const resizeWork: Work<Resize> = {
  begin: ({ world }, { args }) => {
    instances.update(world, args.computeId, {
      status: isRecorded(world) ? 'resizing' : 'migrating',
    });
  },
  finish: (turn, { args }) => {
    const { world } = turn;
    const row = instances.find(world, args.computeId);
    const plan = planType(args.type);
    if (row === undefined || plan === undefined) return 'failed';
    if (args.growsDisk) growDisk(turn, row, plan);
    const isUsual = row.alerts.cpu === defaultAlerts(row.specs.vcpus).cpu;
    instances.update(world, row.id, {
      type: plan.id,
      specs: specsOf(plan),
      alerts: { ...row.alerts, ...(isUsual ? { cpu: defaultAlerts(plan.vcpus).cpu } : {}) },
      status: 'offline',
      updated: stamp(turn.now),
    });
    return undefined;
  },
};

export const resizeRoutes: readonly Route[] = [
  routeOn(computes, endpoints.resize, ({ turn, target, body }) => {
    const plan = planType(body.type);
    if (plan === undefined) return refuse(NO_SUCH_TYPE.reason, NO_SUCH_TYPE.field);
    const refusal = refusedFor(turn.world, target, plan);
    if (refusal !== undefined) return refusal;
    queueResize(turn, target, plan, body.allow_auto_disk_resize, 'compute_resize');
    return done;
  }),
  /** Upgrades an instance to the plan's successor. Source: compute#migrate. */
  routeOn(computes, instanceActions.mutate, ({ turn, target, body }) => {
    const plan = planType(planType(target.type)?.successor ?? '');
    if (plan === undefined) return refuse('Compute has no upgrade available.');
    const refusal = refusedFor(turn.world, target, plan);
    if (refusal !== undefined) return refusal;
    queueResize(turn, target, plan, body.allow_auto_disk_resize, 'compute_mutate');
    return done;
  }),
];
