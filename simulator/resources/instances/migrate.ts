import { instanceActions } from '../../../src/api/instance-actions.ts';
import { isCapable, region } from '../../catalog/regions.ts';
import { stamp } from '../../core/clock.ts';
import { reference, tell } from '../../core/events.ts';
import { enqueue } from '../../core/jobs.ts';
import { drawHex, type Range } from '../../core/random.ts';
import { done, type Refusal, refuse } from '../../core/reply.ts';
import { type Route, routeOn } from '../../core/route.ts';
import type { Alarm, Work } from '../../core/turn.ts';
import type { Args, World } from '../../core/world.ts';
import { configsOf } from '../configs/table.ts';
import { volumesOf } from '../volumes/table.ts';
import { publicAddress, slaacAddress } from './addresses.ts';
import { notIdle } from './guards.ts';
import { computes, type InstanceRow, instances } from './table.ts';

/** Seconds of a move; not recorded. */
const MOVE: Range = [60, 300];

/** Reports whether any profile of an instance has a VLAN. */
export const hasVlan = (world: World, computeId: number): boolean =>
  configsOf(world, computeId).some((config) =>
    config.interfaces.some(({ purpose }) => purpose === 'vlan'),
  );

/** Source: compute#migrate; compute#clone. */
const elsewhereRefused = (world: World, row: InstanceRow, to: string): Refusal | undefined => {
  if (region(to) === undefined) return refuse('region is not valid', 'region');
  if (to === row.region) return refuse('Compute is already in this region', 'region');
  if (hasVlan(world, row.id) && !isCapable(to, 'Vlans'))
    return refuse('VLANs are not available in this region', 'region');
  return volumesOf(world, row.id).length > 0
    ? refuse('Volumes must be detached before a migration')
    : undefined;
};

interface Move extends Args {
  readonly computeId: number;
  readonly region: string | null;
}

/** Moves an instance to another region, with new addresses; it ends as it began, running or
 *  offline. */
export const moveWork: Work<Move & { readonly status: string }> = {
  begin: ({ world }, { args }) => {
    instances.update(world, args.computeId, { status: 'migrating' });
  },
  finish: ({ world, now }, { args: { computeId, region: to, status } }) => {
    const moved =
      to === null
        ? {}
        : { region: to, ipv4: [publicAddress(world)], ipv6: slaacAddress(world, to) };
    instances.update(world, computeId, {
      ...moved,
      status: status === 'running' ? 'running' : 'offline',
      host_uuid: drawHex(world, 40),
      isMovePending: false,
      updated: stamp(now),
    });
  },
};

/** Schedules a move to another host, which waits for a request. */
export const moveWanted: Alarm<{ readonly computeId: number }> = {
  ring: ({ world }, { computeId }) => {
    instances.update(world, computeId, { isMovePending: true });
  },
};

export const migrateRoute: Route = routeOn(
  computes,
  instanceActions.migrate,
  ({ turn, target, body }) => {
    const to = body.region ?? null;
    if (body.upgrade) return refuse('Compute has no upgrade available.', 'upgrade');
    if (to === null && !target.isMovePending) return refuse('Compute has no pending migration.');
    const refusal =
      (to === null ? undefined : elsewhereRefused(turn.world, target, to)) ??
      notIdle(turn.world, target);
    if (refusal !== undefined) return refusal;
    const action = to === null ? 'compute_migrate' : 'compute_migrate_datacenter';
    const entity = reference(computes, target);
    if (to !== null) tell(turn, { action: `${action}_create`, entity });
    const args = { computeId: target.id, region: to, status: target.status };
    enqueue(turn, { action, entity, seconds: MOVE, lock: target.id, args, rate: '310.00 MB/s' });
    return done;
  },
);
