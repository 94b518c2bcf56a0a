import { path } from '../../api/endpoint.ts';
import { type Volume, VolumeLabel, volumes } from '../../api/volumes.ts';
import type { Desired } from '../../model/kind.ts';
import { post } from '../../model/request.ts';
import { among, call, changes, refuse, type Step, wait } from '../../model/step.ts';
import { tagsToSend } from '../../model/tags.ts';
import { INSTANCE } from './attachment/plan.ts';
import { labelOf, volumeWants } from './fields.ts';
import type { VolumeSpec } from './spec.ts';

type Wish = Desired<VolumeSpec>;

const LABEL_RULE =
  'is no label for a volume: 1 to 32 letters, digits, dashes and underscores, the first a letter, no two dashes or underscores in a row; name one in spec.label';

/** The one request that brings a volume into being: in its region, else where its instance is, or as a clone.
 *  What the body cannot carry follows as updates. Source: volumes#create; volumes#clone. */
export function createVolume(desired: Wish, siblings: readonly Volume[]): readonly Step[] {
  const label = labelOf(desired);
  if (!VolumeLabel.safeParse(label).success) return [refuse('spec.label', `${label} ${LABEL_RULE}`)];
  if (desired.spec.cloneFrom !== undefined) return clone(desired, desired.spec.cloneFrom.volumeId, siblings);
  const { size, region, instanceId, configId, persistAcrossBoots } = desired.spec;
  if (region === undefined && persistAcrossBoots === false) return [refuse('spec.region', 'is needed where persistAcrossBoots is false')];
  if (region === undefined && instanceId === undefined) {
    return [wait('the instance that the spec names: without spec.region the volume is made where the instance is')];
  }
  const place = region !== undefined ? { region } : { compute_id: instanceId, config_id: configId };
  const tags = desired.mark === null ? undefined : tagsToSend(desired.spec.tags, [], desired.mark);
  const said = among(
    changes(volumeWants(desired), {}),
    'label',
    'size',
    ...(tags === undefined ? [] : ['tags']),
    region !== undefined ? 'region' : 'instanceId',
  );
  const leansOn = region === undefined ? { leansOn: INSTANCE } : {};
  return [call('Create', post(volumes.create.path, { label, size, ...place, tags }), said, { answers: 'item', ...leansOn })];
}

function clone(desired: Wish, sourceId: number | undefined, siblings: readonly Volume[]): readonly Step[] {
  if (sourceId === undefined) return [wait('the volume to copy, which has no id yet')];
  const source = siblings.find(({ id }) => id === sourceId);
  if (source !== undefined && source.status !== 'active') {
    return [wait(`volume ${sourceId} to be active before it is copied (it is ${source.status})`)];
  }
  if (source !== undefined && source.size > (desired.spec.size ?? source.size)) {
    return [refuse('spec.size', `a clone is as large as its source (${source.size} GiB) and cannot shrink; ask for at least that`)];
  }
  const body = { label: labelOf(desired) };
  const said = among(changes(volumeWants(desired), {}), 'label');
  return [
    call('Clone', post(path(volumes.clone.path, { volumeId: sourceId }), body), said, {
      answers: 'item',
      leansOn: 'the volume that is copied',
    }),
  ];
}
