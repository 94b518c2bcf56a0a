import { disks as endpoints } from '../../../src/api/disks.ts';
import { stamp } from '../../core/clock.ts';
import {
  done,
  firstOf,
  listedPlain,
  notFound,
  ok,
  type Refusal,
  refuse,
} from '../../core/reply.ts';
import { type Resource, routeOn } from '../../core/route.ts';
import { after } from '../../core/turn.ts';
import { isRecorded, type World } from '../../core/world.ts';
import { deployable } from '../images/table.ts';
import { countDeployment, deploymentProblems, passwordProblem } from '../instances/deployment.ts';
import { notIdle } from '../instances/guards.ts';
import { computes, type InstanceRow, isPoweredOn } from '../instances/table.ts';
import { addDisk, allocated, type DiskRow, disks, disksOf, showDisk } from './table.ts';
import { diskWorks, queueDisk } from './works.ts';

/** Seconds in which a new disk is listed but not yet found by its id. Source:
 *  conventions#late-reads. */
const HIDDEN_SECONDS = 2;

const own = (world: World, row: InstanceRow, id: string | number): DiskRow | undefined => {
  const disk = disks.find(world, Number(id));
  return disk?.computeId === row.id ? disk : undefined;
};

/** @param held current size of the disk in megabytes */
const noRoom = (world: World, row: InstanceRow, size: number, held = 0): Refusal | undefined => {
  const most = row.specs.disk - allocated(world, row.id) + held;
  if (size <= most) return undefined;
  return refuse(most < 1 ? 'Compute has no free disk space.' : `Must be 1-${most}`, 'size');
};

const createRoute = routeOn(computes, endpoints.create, ({ turn, viewer, target, body }) => {
  const { world } = turn;
  const problems = deploymentProblems(world, viewer, body, body.size);
  if (problems.length > 0) return { kind: 'refused', status: 400, problems };
  const refusal = firstOf(
    () => notIdle(world, target),
    () => noRoom(world, target, body.size),
  );
  if (refusal !== undefined) return refusal;
  const label =
    body.label ?? `${body.image === undefined ? '' : deployable(world, body.image)?.label} Disk`;
  const visibleAt = isRecorded(world) ? after(turn, HIDDEN_SECONDS) : turn.now;
  const disk = addDisk(
    turn,
    target.id,
    { label, filesystem: body.filesystem, size: body.size },
    visibleAt,
  );
  countDeployment(world, body.stackscript_id);
  queueDisk(turn, target, disk, 'disk_create');
  return ok(showDisk(disk));
});

const updateRoute = routeOn(computes, endpoints.update, ({ turn, target, body, params }) => {
  const disk = own(turn.world, target, params.diskId);
  if (disk === undefined) return notFound;
  const renamed = disks.update(turn.world, disk.id, {
    label: body.label ?? disk.label,
    updated: stamp(turn.now),
  });
  return ok(showDisk(renamed));
});

const deleteRoute = routeOn(computes, endpoints.delete, ({ turn, target, params }) => {
  const disk = own(turn.world, target, params.diskId);
  if (disk === undefined) return notFound;
  const refusal = notIdle(turn.world, target);
  if (refusal !== undefined) return refusal;
  disks.update(turn.world, disk.id, { status: 'deleting' });
  queueDisk(turn, target, disk, 'disk_delete');
  return done;
});

const cloneRoute = routeOn(computes, endpoints.clone, ({ turn, target, params }) => {
  const disk = own(turn.world, target, params.diskId);
  if (disk === undefined) return notFound;
  const refusal = notIdle(turn.world, target) ?? noRoom(turn.world, target, disk.size);
  if (refusal !== undefined) return refusal;
  const copy = addDisk(
    turn,
    target.id,
    { label: `Copy of ${disk.label}`.slice(0, 48), filesystem: disk.filesystem, size: disk.size },
    turn.now,
  );
  queueDisk(turn, target, copy, 'disk_duplicate');
  return ok(showDisk(copy));
});

const resizeRoute = routeOn(computes, endpoints.resize, ({ turn, target, body, params }) => {
  const disk = own(turn.world, target, params.diskId);
  if (disk === undefined) return notFound;
  const refusal = notIdle(turn.world, target) ?? noRoom(turn.world, target, body.size, disk.size);
  if (refusal !== undefined) return refusal;
  queueDisk(turn, target, disk, 'disk_resize', { size: body.size });
  return done;
});

const passwordRoute = routeOn(computes, endpoints.password, ({ turn, target, body, params }) => {
  const disk = own(turn.world, target, params.diskId);
  if (disk === undefined) return notFound;
  const weak = passwordProblem(body.password, 'password');
  if (weak !== undefined) return refuse(weak.reason, weak.field);
  const refusal = notIdle(turn.world, target);
  if (refusal !== undefined) return refusal;
  if (isPoweredOn(target)) return refuse('Compute must be offline to reset a password.');
  queueDisk(turn, target, disk, 'password_reset');
  return done;
});

/** Disks of instances. Source: compute#disks. */
export const diskResource: Resource = {
  routes: [
    routeOn(computes, endpoints.list, ({ turn, target }) =>
      listedPlain(disksOf(turn.world, target.id), showDisk),
    ),
    createRoute,
    routeOn(computes, endpoints.view, ({ turn, target, params }) => {
      const disk = own(turn.world, target, params.diskId);
      return disk === undefined || disk.visibleAt > turn.now ? notFound : ok(showDisk(disk));
    }),
    updateRoute,
    deleteRoute,
    cloneRoute,
    resizeRoute,
    passwordRoute,
  ],
  works: diskWorks,
};
