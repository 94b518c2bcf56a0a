import type { z } from 'zod';
import { volumes as endpoints, VOLUME_SIZE, type VolumeCreate } from '../../../src/api/volumes.ts';
import { hardwareType, isCapable, region } from '../../catalog/regions.ts';
import { stamp } from '../../core/clock.ts';
import { reference } from '../../core/events.ts';
import { enqueue } from '../../core/jobs.ts';
import type { Range } from '../../core/random.ts';
import { firstOf, isRefusal, type Refusal, refuse } from '../../core/reply.ts';
import { created, type Route, route } from '../../core/route.ts';
import type { Turn, Work } from '../../core/turn.ts';
import type { Viewer } from '../../core/users.ts';
import { nextId } from '../../core/world.ts';
import type { ConfigRow } from '../configs/table.ts';
import { writable } from '../instances/guards.ts';
import type { InstanceRow } from '../instances/table.ts';
import { rememberTags, sortedTags, tagsRefused } from '../tags/table.ts';
import { attach, attachmentConfig } from './attachment.ts';
import { type VolumeRow, volumes, volumeTable } from './table.ts';

/** Seconds from creating to active, beside the time in the queue. Source: volumes#status. */
const CREATE: Range = [2, 12];

type CreateBody = z.output<typeof VolumeCreate>;

/** The place of a new volume. */
interface Place {
  readonly region: string;
  readonly on: { readonly row: InstanceRow; readonly config: ConfigRow } | null;
}

/** Source: volumes#create. */
const sizeRefused = (size: number): Refusal | undefined =>
  size > VOLUME_SIZE.max
    ? refuse(`Must be ${VOLUME_SIZE.min}-${VOLUME_SIZE.max}`, 'size')
    : undefined;

const regionRefused = (id: string): Refusal | undefined => {
  if (region(id) === undefined) return refuse('region is not valid', 'region');
  return isCapable(id, 'Block Storage')
    ? undefined
    : refuse('Block Storage is not available in this region', 'region');
};

const placeOf = (turn: Turn, viewer: Viewer | null, body: CreateBody): Place | Refusal => {
  if (body.compute_id === undefined) {
    const id = body.region ?? '';
    return regionRefused(id) ?? { region: id, on: null };
  }
  const row = writable(turn.world, viewer, body.compute_id, 'compute_id');
  if (isRefusal(row)) return row;
  if (body.region !== undefined && body.region !== row.region)
    return refuse('Volume and Compute are in different regions', 'region');
  const config = attachmentConfig(turn.world, row, body.config_id);
  return isRefusal(config) ? config : { region: row.region, on: { row, config } };
};

/** Creates a volume with the status creating. `action`: volume_create or volume_clone. */
export const makeVolume = (
  turn: Turn,
  fields: Pick<VolumeRow, 'label' | 'size' | 'region' | 'tags'>,
  action: string,
  seconds: Range,
): VolumeRow => {
  const row = volumeTable.insert(turn.world, {
    ...fields,
    id: nextId(turn.world, 'volume', 720_000),
    status: 'creating',
    created: stamp(turn.now),
    updated: stamp(turn.now),
    compute_id: null,
    hardware_type: hardwareType(fields.region),
  });
  enqueue(turn, {
    action,
    entity: reference(volumes, row),
    seconds,
    lock: null,
    args: { volumeId: row.id },
  });
  return row;
};

/** Source: volumes#create. */
export const createRoute: Route = route(endpoints.create, (call) => {
  const { turn, viewer, body } = call;
  const refusal = firstOf(
    () => sizeRefused(body.size),
    () => tagsRefused(viewer, body.tags, []),
  );
  if (refusal !== undefined) return refusal;
  const place = placeOf(turn, viewer, body);
  if (isRefusal(place)) return place;
  const tags = sortedTags(body.tags ?? []);
  const row = makeVolume(
    turn,
    { label: body.label, size: body.size, region: place.region, tags },
    'volume_create',
    CREATE,
  );
  rememberTags(turn, tags);
  return created(
    call,
    volumes,
    place.on === null ? row : attach(turn, row, place.on.row, place.on.config),
  );
});

/** Activates a volume after its creation or growth. */
export const activateWork: Work<{ readonly volumeId: number }> = {
  finish: ({ world, now }, { args: { volumeId } }) => {
    volumeTable.update(world, volumeId, { status: 'active', updated: stamp(now) });
  },
};
