import { path } from '../../api/endpoint.ts';
import { images } from '../../api/images.ts';
import { del, put } from '../../model/request.ts';
import { call, changes, refuse, type Step, wait } from '../../model/step.ts';
import { imageHas, imageWants, labelOf } from './fields.ts';
import { byDisk } from './parts/disk.ts';
import type { PrivateImage } from './parts/private-image.ts';
import { byUpload } from './parts/upload.ts';
import type { Desired, Observed } from './types.ts';

/** Creates an image in one request: from a disk, or as an upload that waits for its data. Source:
 *  images#create; images#upload. */
export function createImage(
  desired: Desired,
  _siblings: readonly PrivateImage[],
  before: Observed['details'] = {},
): readonly Step[] {
  const { source } = desired.spec;
  if (source === undefined) return [refuse('spec.source', 'is required to create an image')];
  const label = labelOf(desired);
  const applied = changes(imageWants(desired), {});
  if (source.kind === 'Disk') return byDisk(desired, label, before, applied);
  return source.region === undefined
    ? [refuse('spec.source.region', 'is required with kind Upload')]
    : byUpload(desired, label, source.region, applied);
}

/** Interval between reads of an image that waits for its data. The listing of the account shows the
 *  data earlier. */
const SLOW_MS = 300_000;

/** Returns the steps that bring the image to the spec, then the wait for its data. Source:
 *  images#images; images#upload. */
export function updateImage(desired: Desired, { item }: Observed): readonly Step[] {
  const changed = changes(imageWants(desired), imageHas(item));
  const body = Object.fromEntries(changed.map(({ field, to }) => [field, to]));
  return [
    ...(changed.length === 0 ? [] : [call('Update', put(one(item), body), changed, WHOLE)]),
    ...(item.status === 'pending_upload' ? [wait('the data of the image', SLOW_MS)] : []),
  ];
}

const WHOLE = { answers: 'item' } as const;

/** Returns the steps that delete the image. Source: images#images. */
export const removeImage = (_desired: Desired, { item }: Observed): readonly Step[] => [
  call('Delete', del(one(item)), [], {
    effect: 'destroys',
    loses: 'the image; this cannot be undone',
  }),
];

/** Returns the path of an image, with the slash of its id as the collection has it. */
const one = ({ id }: PrivateImage): string => `${PRIVATE}/${id}`;

/** Path of the images of the account. Source: images#images. */
export const PRIVATE = path(`${images.list.path}/private`, {});
