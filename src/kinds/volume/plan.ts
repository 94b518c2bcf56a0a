import { path } from '../../api/endpoint.ts';
import { type Volume, VolumeLabel, volumes } from '../../api/volumes.ts';
import { inOrder } from '../../model/chain.ts';
import { del, post, put } from '../../model/request.ts';
import {
  among,
  type Change,
  call,
  changes,
  refuse,
  refuseChange,
  type Step,
  wait,
} from '../../model/step.ts';
import { refuseTags, unmarkSteps } from '../../model/tag-steps.ts';
import { tagsToSend } from '../../model/tags.ts';
import { ATTACHED_TO, instanceOf, labelOf, volumeHas, volumeWants } from './fields.ts';
import { attach, detach, INSTANCE } from './parts/attachment.ts';
import { cloneVolume } from './parts/clone.ts';
import type { Desired, Observed, Recorded } from './types.ts';

const LABEL_RULE =
  'is not a valid label of a volume: 1 to 32 letters, digits, dashes and underscores, with a letter at the beginning, and no two dashes or underscores in a row; set spec.label';

/** Creates a volume in one request: in its region, else where its instance is, or as a clone. Other
 *  fields follow as updates. Source: volumes#create; volumes#clone. */
export function createVolume(desired: Desired, siblings: readonly Volume[]): readonly Step[] {
  const label = labelOf(desired);
  if (!VolumeLabel.safeParse(label).success)
    return [refuse('spec.label', `${label} ${LABEL_RULE}`)];
  if (desired.spec.cloneFrom !== undefined)
    return cloneVolume(desired, desired.spec.cloneFrom.volumeRef.id, siblings);
  const { size, region } = desired.spec;
  const instanceId = instanceOf(desired.spec);
  const { configId, persistAcrossBoots } = desired.spec.attachment ?? {};
  if (region === undefined && persistAcrossBoots === false)
    return [refuse('spec.region', 'is required if persistAcrossBoots is false')];
  if (region === undefined && instanceId === undefined) {
    return [
      wait(
        'the instance that the spec names: without spec.region, the volume is created in the region of the instance',
      ),
    ];
  }
  const place = region !== undefined ? { region } : { compute_id: instanceId, config_id: configId };
  const tags = desired.mark === null ? undefined : tagsToSend(desired.spec.tags, [], desired.mark);
  const applied = among(
    changes(volumeWants(desired), {}),
    'label',
    'size',
    ...(tags === undefined ? [] : ['tags']),
    region !== undefined ? 'region' : ATTACHED_TO,
  );
  const leansOn = region === undefined ? { leansOn: INSTANCE } : {};
  return [
    call('Create', post(volumes.create.path, { label, size, ...place, tags }), applied, {
      answers: 'item',
      ...leansOn,
    }),
  ];
}

/** Returns the steps that bring the volume to the spec: names, then size and attachment, possible
 *  steps before waiting ones; refusals last. The steps are independent, except that a volume is
 *  detached before it is attached elsewhere. Source: volumes#update; volumes#resize. */
export function updateVolume(
  desired: Desired,
  observed: Observed,
  recorded: Recorded,
): readonly Step[] {
  const { item } = observed;
  const changed = changes(volumeWants(desired), volumeHas(item));
  const grown = grow(item, among(changed, 'size'));
  const moved = among(changed, ATTACHED_TO).length === 0 ? [] : attach(desired, observed, recorded);
  return [
    ...retag(desired, item, among(changed, 'tags', 'mark')),
    ...relabel(item, among(changed, 'label')),
    ...(item.status === 'active' ? [...grown, ...moved] : [...moved, ...grown]),
    ...refusals(desired, item, changed),
  ];
}

function retag({ spec, mark }: Desired, item: Volume, changed: readonly Change[]): readonly Step[] {
  if (changed.length === 0 || mark === null) return [];
  const body = { tags: tagsToSend(spec.tags, item.tags, mark) };
  return [call('Tag', put(one(item), body), changed, { answers: 'item' })];
}

function relabel(item: Volume, changed: readonly Change[]): readonly Step[] {
  const [change] = changed;
  if (change === undefined) return [];
  const loses = 'the device path changes with the label: mounts that use the old path fail';
  return [
    call('Relabel', put(one(item), { label: change.to }), changed, {
      effect: 'disrupts',
      loses,
      answers: 'item',
    }),
  ];
}

function grow(item: Volume, changed: readonly Change[]): readonly Step[] {
  const size = changed[0]?.to;
  if (typeof size !== 'number' || size < item.size) return [];
  const resize = call(
    'Resize',
    post(path(volumes.resize.path, { volumeId: item.id }), { size }),
    changed,
    { answers: 'item' },
  );
  return item.status === 'active'
    ? [resize]
    : inOrder(wait(`the volume to be active before it grows (it is ${item.status})`), resize);
}

function refusals(
  { spec, mark }: Desired,
  item: Volume,
  changed: readonly Change[],
): readonly Step[] {
  const shrinks = spec.size !== undefined && spec.size < item.size;
  return [
    ...refuseTags(mark, changed),
    ...(shrinks
      ? refuseChange(changed, 'size', () => `a volume cannot shrink (has ${item.size} GiB)`)
      : []),
    ...refuseChange(
      changed,
      'region',
      () => `a volume cannot change region (is in ${item.region})`,
    ),
  ];
}

const one = (item: Volume): string => path(volumes.update.path, { volumeId: item.id });

/** Returns the steps that delete the volume, which has to be detached first. Source:
 *  volumes#delete. */
export function removeVolume(
  desired: Desired,
  { item }: Observed,
  recorded: Recorded,
): readonly Step[] {
  const loses = 'all data on the volume; this cannot be undone';
  const gone = call('Delete', del(path(volumes.delete.path, { volumeId: item.id })), [], {
    effect: 'destroys',
    loses,
  });
  if (item.status === 'creating')
    return inOrder(wait('the volume to be created before it is deleted'), gone);
  return inOrder(detach(desired, item, recorded), gone);
}

/** Removes the object's mark from a retained volume. */
export const unmarkVolume = ({ item }: Observed, mark: string): readonly Step[] =>
  unmarkSteps(one(item), item.tags, mark);
