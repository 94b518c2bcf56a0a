import { instanceActions } from '../../../src/api/instance-actions.ts';
import { SWAP_SIZE_DEFAULT } from '../../../src/api/instance-bodies.ts';
import { instances as endpoints } from '../../../src/api/instances.ts';
import { stamp } from '../../core/clock.ts';
import { reference } from '../../core/events.ts';
import { enqueue } from '../../core/jobs.ts';
import type { Range } from '../../core/random.ts';
import { done, ok, refuse } from '../../core/reply.ts';
import { type Route, routeOn } from '../../core/route.ts';
import type { Work } from '../../core/turn.ts';
import { deviceProblems, keptDevices } from '../configs/devices.ts';
import { pluggedVolumes } from '../configs/table.ts';
import { disksOf } from '../disks/table.ts';
import { followVolumes } from '../volumes/plugging.ts';
import { queueBoot, restingStatus } from './boot.ts';
import { countDeployment, deploymentProblems, passwordProblem } from './deployment.ts';
import { notIdle } from './guards.ts';
import { imageReference } from './provision.ts';
import { clearSystem, deploySystem, readyDisks } from './system.ts';
import { computes, instances, isPoweredOn } from './table.ts';

/** Seconds of a rebuild, as for a create from an image. Source: compute#durations. */
const REBUILD: Range = [15, 65];
const PASSWORD: Range = [4, 17];

/** Replaces all disks and profiles; id, label and addresses stay. Source: compute#rebuild. */
const rebuildRoute = routeOn(
  computes,
  instanceActions.rebuild,
  ({ turn, viewer, target, body }) => {
    const { world } = turn;
    const refusal = notIdle(world, target);
    if (refusal !== undefined) return refusal;
    const diskMb = target.specs.disk;
    const problems = deploymentProblems(world, viewer, body, diskMb - SWAP_SIZE_DEFAULT);
    if (problems.length > 0) return { kind: 'refused', status: 400, problems };
    const before = pluggedVolumes(world, target.id);
    clearSystem(world, target.id);
    followVolumes(turn, target, before);
    const config = deploySystem(
      turn,
      target.id,
      body.image,
      { diskMb, swapMb: SWAP_SIZE_DEFAULT },
      [],
    );
    countDeployment(world, body.stackscript_id);
    const row = instances.update(world, target.id, {
      status: 'rebuilding',
      image: body.image,
      bootedConfig: null,
      updated: stamp(turn.now),
    });
    const args = { computeId: row.id };
    const secondary = imageReference(turn, body.image);
    enqueue(turn, {
      action: 'compute_rebuild',
      entity: reference(computes, row),
      secondary,
      seconds: REBUILD,
      lock: row.id,
      args,
    });
    if (body.booted) queueBoot(turn, row, config, 'compute_boot');
    return ok(computes.show(turn, row));
  },
);

export const rebuildWork: Work<{ readonly computeId: number }> = {
  finish: ({ world, now }, { args: { computeId } }) => {
    readyDisks(world, computeId);
    const row = instances.find(world, computeId);
    if (row !== undefined)
      instances.update(world, computeId, {
        status: restingStatus(world, row, 'offline'),
        updated: stamp(now),
      });
  },
};

/** Boots from the given devices without a profile. Source: compute#rescue. */
const rescueRoute = routeOn(computes, endpoints.rescue, ({ turn, target, body }) => {
  const devices = keptDevices(body.devices ?? {});
  const problems = deviceProblems(turn.world, target, devices, 'paravirt');
  if (problems.length > 0) return { kind: 'refused', status: 400, problems };
  const refusal = notIdle(turn.world, target);
  if (refusal !== undefined) return refusal;
  queueBoot(turn, target, null, isPoweredOn(target) ? 'compute_reboot' : 'compute_boot');
  return done;
});

/** Source: compute#root-password. */
const passwordRoute = routeOn(computes, instanceActions.password, ({ turn, target, body }) => {
  const weak = passwordProblem(body.root_pass, 'root_pass');
  if (weak !== undefined) return refuse(weak.reason, weak.field);
  const refusal = notIdle(turn.world, target);
  if (refusal !== undefined) return refusal;
  if (isPoweredOn(target)) return refuse('Compute must be offline to reset its password.');
  const [disk] = disksOf(turn.world, target.id);
  if (disk === undefined) return refuse('Compute has no disk.');
  const args = { computeId: target.id, diskId: disk.id };
  enqueue(turn, {
    action: 'password_reset',
    entity: reference(computes, target),
    seconds: PASSWORD,
    lock: target.id,
    args,
  });
  return done;
});

export const rebuildRoutes: readonly Route[] = [rebuildRoute, rescueRoute, passwordRoute];
