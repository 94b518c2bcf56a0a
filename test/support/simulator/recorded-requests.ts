import type { Recording } from '../../contract/facts/rows.ts';
import { eventOfDatabase } from './plays-databases.ts';
import type { Scene } from './scene.ts';

type Body = Readonly<Record<string, unknown>>;

const recordedBody = (recording: Recording): Body => (recording.request ?? {}) as Body;

/** Replaces recorded values that the scene lacks. */
export const bodyFor = (recording: Recording, scene: Scene): Body => {
  const body = recordedBody(recording);
  const swap: Readonly<Record<string, unknown>> = {
    root_pass: 'correct-Horse-7',
    password: 'correct-Horse-7',
    disk_id: scene.disk,
    compute_id: scene.offline,
    computes: [scene.running],
    devices:
      body['devices'] === undefined || JSON.stringify(body['devices']) === '{}'
        ? body['devices']
        : { sda: { volume_id: scene.volume } },
  };
  const swapped = Object.entries(body).map(([key, value]) => [key, swap[key] ?? value] as const);
  const image = body['image'];
  return {
    ...Object.fromEntries(swapped),
    ...(String(image).startsWith('private/') ? { image: scene.image } : {}),
  };
};

const lastEvent = ({ stage }: Scene): number => {
  const response = stage.call('GET', '/account/events', undefined, {
    filter: { '+order_by': 'id', '+order': 'desc' },
  });
  return Number(response.at('data', 0, 'id'));
};

/** Returns the address of a recorded exchange on the scene. */
export const pathFor = (recording: Recording, scene: Scene): string => {
  const parameters: Readonly<Record<string, string | number>> = {
    computeId: scene.offline,
    configId: scene.config,
    diskId: scene.disk,
    backupId: scene.snapshot,
    volumeId: scene.volume,
    stackscriptId: scene.stackscript,
    imageId:
      recording.method === 'GET' && recording.shape !== null
        ? 'compute/ubuntu16.04lts'
        : scene.image,
    label: 'go-tag-test',
    kernelId: 'compute/latest-32bit',
    typeId: 'g6-standard-1',
    eventId: lastEvent(scene),
    year: 2018,
    month: 1,
  };
  return recording.path.replace(/\{(\w+)\}/g, (braced, name: string) =>
    String(parameters[name] ?? braced),
  );
};

/** Returns the filter of a recorded exchange on the scene, with the scene's ids and times. */
export const filterFor = (recording: Recording, scene: Scene): unknown => {
  if (typeof recording.filter !== 'object' || recording.filter === null) return undefined;
  const filter: Body = recording.filter as Body;
  const isEvents = recording.path === '/account/events';
  const entity =
    filter['entity.type'] === 'database' ? eventOfDatabase : (): number => scene.offline;
  return {
    ...filter,
    ...('entity.id' in filter ? { 'entity.id': entity(scene) } : {}),
    ...('created' in filter ? { created: { '+gte': '2018-01-02T03:04:05' } } : {}),
    ...('compute_id' in filter ? { compute_id: scene.offline } : {}),
    ...('id' in filter ? { id: isEvents ? { '+gte': 1 } : scene.bare } : {}),
  };
};
