import type { z } from 'zod';
import { ATTACHABLE, volumes as endpoints, type VolumeAttach } from '../../../src/api/volumes.ts';
import { stamp } from '../../core/clock.ts';
import { reference } from '../../core/events.ts';
import { enqueue } from '../../core/jobs.ts';
import type { Range } from '../../core/random.ts';
import { done, isRefusal, ok, type Refusal, refuse } from '../../core/reply.ts';
import { type Route, routeOn } from '../../core/route.ts';
import type { Turn, Work } from '../../core/turn.ts';
import type { World } from '../../core/world.ts';
import { type ConfigRow, configsOf, hasFreeDevice, plugIn, unplug } from '../configs/table.ts';
import { disksOf } from '../disks/table.ts';
import { writable } from '../instances/guards.ts';
import { computes, type InstanceRow } from '../instances/table.ts';
import { type VolumeRow, volumes, volumesOf, volumeTable } from './table.ts';

/** Seconds; both occur within one poll of the recordings. Source: volumes#attach;
 *  volumes#detach. */
const ATTACH: Range = [1, 4];
const DETACH: Range = [2, 10];

const selected = (
  world: World,
  row: InstanceRow,
  configId: number | undefined,
): ConfigRow | Refusal => {
  const own = configsOf(world, row.id);
  if (configId !== undefined) {
    return (
      own.find((config) => config.id === configId) ??
      refuse('config_id does not belong to this Compute', 'config_id')
    );
  }
  const chosen = own.length === 1 ? own[0] : own.find((config) => config.id === row.bootedConfig);
  return chosen ?? refuse('No configuration profile of this Compute can be selected', 'config_id');
};

/** Selects the profile for a volume: the named one, the only one, the last booted one; refused when
 *  it has no free device. Source: volumes#attach. */
export const attachmentConfig = (
  world: World,
  row: InstanceRow,
  configId: number | undefined,
): ConfigRow | Refusal => {
  const config = selected(world, row, configId);
  return isRefusal(config) || hasFreeDevice(config)
    ? config
    : refuse('The configuration profile has no free device', 'config_id');
};

/** Attaches a volume to an instance: at once in its record, and in a free device of the profile. */
export const attach = (
  turn: Turn,
  volume: VolumeRow,
  row: InstanceRow,
  config: ConfigRow | null,
): VolumeRow => {
  if (config !== null) plugIn(turn.world, config, volume.id);
  const attached = volumeTable.update(turn.world, volume.id, {
    compute_id: row.id,
    updated: stamp(turn.now),
  });
  enqueue(turn, {
    action: 'volume_attach',
    entity: reference(volumes, attached),
    secondary: reference(computes, row),
    seconds: ATTACH,
    lock: null,
    args: { volumeId: volume.id },
  });
  return attached;
};

/** Detaches a volume from its instance, some seconds later. Source: volumes#detach. */
export const detachLater = (turn: Turn, volume: VolumeRow): void => {
  enqueue(turn, {
    action: 'volume_detach',
    entity: reference(volumes, volume),
    seconds: DETACH,
    lock: null,
    args: { volumeId: volume.id, computeId: volume.compute_id },
  });
};

/** Reports whether an instance holds the maximum of volumes without persistence: one per GB of
 *  memory, within bounds, minus its disks. Source: volumes#attach. */
const isFull = (world: World, row: InstanceRow): boolean => {
  const gigabytes = Math.floor(row.specs.memory / 1024);
  const most =
    Math.min(ATTACHABLE.max, Math.max(ATTACHABLE.min, gigabytes)) - disksOf(world, row.id).length;
  return volumesOf(world, row.id).length >= most;
};

const passing = (world: World, row: InstanceRow): null | Refusal => {
  if (row.status !== 'running')
    return refuse('Compute must be running to attach a volume without persist_across_boots');
  return isFull(world, row) ? refuse('Compute has the maximum number of volumes attached') : null;
};

const attachedElsewhere = (volume: VolumeRow): Refusal | undefined =>
  volume.compute_id === null ? undefined : refuse(`Volume ${volume.id} is already attached`);

type AttachBody = z.output<typeof VolumeAttach>;

const placeFor = (world: World, row: InstanceRow, body: AttachBody): ConfigRow | null | Refusal =>
  body.persist_across_boots ? attachmentConfig(world, row, body.config_id) : passing(world, row);

/** Source: volumes#attach. */
const attaching = routeOn(volumes, endpoints.attach, ({ turn, viewer, target, body }) => {
  const { world } = turn;
  const refusal = attachedElsewhere(target);
  if (refusal !== undefined) return refusal;
  const row = writable(world, viewer, body.compute_id, 'compute_id');
  if (isRefusal(row)) return row;
  if (row.region !== target.region)
    return refuse('Volume and Compute are in different regions', 'compute_id');
  const place = placeFor(world, row, body);
  if (place !== null && isRefusal(place)) return place;
  return ok(volumes.show(turn, attach(turn, target, row, place)));
});

/** Attaches a volume with read permission on it, and write permission on the instance. Source:
 *  volumes#attach. */
const attachRoute: Route = { ...attaching, needs: 'read_only' };

const detachRoute = routeOn(volumes, endpoints.detach, ({ turn, target }) => {
  if (target.compute_id === null) return refuse('Volume is not attached');
  detachLater(turn, target);
  return done;
});

export const attachmentRoutes: readonly Route[] = [attachRoute, detachRoute];

interface Detachment {
  readonly [key: string]: number | null;
  readonly volumeId: number;
  readonly computeId: number | null;
}

export const attachWork: Work = { finish: () => undefined };

export const detachWork: Work<Detachment> = {
  finish: ({ world, now }, { args: { volumeId, computeId } }) => {
    const volume = volumeTable.find(world, volumeId);
    if (volume === undefined || volume.compute_id !== computeId || computeId === null)
      return 'failed';
    unplug(world, computeId, (device) => device.volume_id === volumeId);
    volumeTable.update(world, volumeId, { compute_id: null, updated: stamp(now) });
    return undefined;
  },
};
