import { path } from '../../../api/endpoint.ts';
import { type Volume, volumes } from '../../../api/volumes.ts';
import { post } from '../../../model/request.ts';
import { among, call, changes, refuse, type Step, wait } from '../../../model/step.ts';
import { labelOf, volumeWants } from '../fields.ts';
import type { Desired } from '../types.ts';

/** Returns the request that creates a volume as a clone of another. Source: volumes#clone. */
export function cloneVolume(
  desired: Desired,
  sourceId: number | undefined,
  siblings: readonly Volume[],
): readonly Step[] {
  if (sourceId === undefined) return [wait('the volume to copy, which has no id yet')];
  const source = siblings.find(({ id }) => id === sourceId);
  if (source !== undefined && source.status !== 'active') {
    return [wait(`volume ${sourceId} to be active before it is copied (it is ${source.status})`)];
  }
  if (source !== undefined && source.size > (desired.spec.size ?? source.size)) {
    return [
      refuse(
        'spec.size',
        `a clone is as large as its source (${source.size} GiB) and cannot shrink; set at least this size`,
      ),
    ];
  }
  const body = { label: labelOf(desired) };
  const applied = among(changes(volumeWants(desired), {}), 'label');
  return [
    call('Clone', post(path(volumes.clone.path, { volumeId: sourceId }), body), applied, {
      answers: 'item',
      leansOn: 'the volume that is copied',
    }),
  ];
}
