import { z } from 'zod';
import { Disk, disks } from '../../../api/disks.ts';
import { path } from '../../../api/endpoint.ts';
import { images } from '../../../api/images.ts';
import { Instance, instances } from '../../../api/instances.ts';
import { post, type Read } from '../../../model/request.ts';
import { type Change, call, refuse, type Step, wait } from '../../../model/step.ts';
import type { Desired, Details, Observed } from '../types.ts';

const Machine = Instance.pick({ id: true, status: true });
const mayFail = ['NotFound', 'NotYet'] as const;
const FIELD = 'spec.source.diskLabel';

/** Reads the instance of a new image, and its disks; nothing for an upload. Source:
 *  images#create. */
export function sourceReads({ spec }: Desired): {
  readonly [K in keyof Details]?: Read<Details[K]> | null;
} {
  const computeId = spec.source?.instanceRef?.id;
  if (computeId === undefined) return {};
  return {
    instance: {
      path: path(instances.view.path, { computeId }),
      schema: Machine,
      paged: false,
      mayFail,
    },
    disks: {
      path: path(disks.list.path, { computeId }),
      schema: z.array(Disk),
      paged: true,
      mayFail,
    },
  };
}

/** Statuses in which nothing is under way with an instance. Source: compute#busy. */
const IDLE: readonly string[] = ['running', 'offline'];

/** Creates an image from a disk: waits while the instance is busy, or the disk is not ready.
 *  Source: images#create.
 *  @param applied the fields that the request sets */
export function byDisk(
  { spec: { source, description } }: Desired,
  label: string,
  { instance, disks: rows }: Observed['details'],
  applied: readonly Change[],
): readonly Step[] {
  const id = source?.instanceRef?.id;
  if (id === undefined) return [wait('the instance with the disk, which has no id yet')];
  if (instance === undefined || rows === undefined)
    return [wait(`a read of instance ${id} and its disks`)];
  if (instance === null || rows === null)
    return [wait(`instance ${id}, which the service does not return`, SLOW_MS)];
  const { disk, unless } = theDisk(id, source?.diskLabel, rows);
  if (disk === undefined) return [unless];
  if (!IDLE.includes(instance.status))
    return [wait(`instance ${id} to be running or offline (it is ${instance.status})`)];
  if (disk.status !== 'ready')
    return [wait(`disk ${disk.label} of instance ${id} to be ready (it is ${disk.status})`)];
  const body = { disk_id: disk.id, label, description };
  return [
    call('Capture', post(images.create.path, body), applied, {
      answers: 'item',
      leansOn: 'the instance and its disk',
    }),
  ];
}

const SLOW_MS = 30_000;

/** Returns the disk of the spec, or the only one that is not a swap disk; otherwise the wait or the
 *  refusal. */
function theDisk(id: number, label: string | undefined, rows: readonly Disk[]) {
  const labels = rows.map((disk) => disk.label).join(', ');
  const fitting = rows.filter((disk) =>
    label === undefined ? disk.filesystem !== 'swap' : disk.label === label,
  );
  if (fitting.length === 0) {
    const what = `a disk${label === undefined ? '' : ` ${label}`} of instance ${id}`;
    const shown = labels === '' ? 'none' : labels;
    return { disk: undefined, unless: wait(`${what} (it has ${shown})`, SLOW_MS) };
  }
  const reason =
    label === undefined
      ? `instance ${id} has several disks: name one of ${labels}`
      : `instance ${id} has several disks with the label ${label}: give them different labels`;
  const [disk] = fitting.length === 1 ? fitting : [];
  return { disk, unless: refuse(FIELD, reason) };
}
