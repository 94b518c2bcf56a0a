import { path } from '../../api/endpoint.ts';
import { type Volume, volumes } from '../../api/volumes.ts';
import { inOrder } from '../../model/chain.ts';
import type { Desired, Observed, Recorded } from '../../model/kind.ts';
import { del, post, put } from '../../model/request.ts';
import { among, type Change, call, changes, refuse, type Step, wait } from '../../model/step.ts';
import { tagsToSend, tagsWithout } from '../../model/tags.ts';
import { attach, detach } from './attachment/plan.ts';
import type { Details } from './attachment/target.ts';
import { volumeHas, volumeWants } from './fields.ts';
import type { VolumeSpec } from './spec.ts';
import type { VolumeStatus } from './status.ts';

type Wish = Desired<VolumeSpec>;
type Seen = Observed<Volume, Details>;
type Past = Recorded<VolumeStatus>;

/** Steps that bring the volume to the spec: names, then size and attachment, what is possible now before what waits; refusals last. Each stands alone,
 *  but that a volume is detached before it is attached elsewhere.
 *  Source: volumes#update; volumes#resize. */
export function updateVolume(desired: Wish, seen: Seen, recorded: Past): readonly Step[] {
  const { item } = seen;
  const changed = changes(volumeWants(desired), volumeHas(item));
  const grown = grow(item, among(changed, 'size'));
  const moved = among(changed, 'instanceId').length === 0 ? [] : attach(desired, seen, recorded);
  return [
    ...retag(desired, item, among(changed, 'tags', 'mark')),
    ...relabel(item, among(changed, 'label')),
    ...(item.status === 'active' ? [...grown, ...moved] : [...moved, ...grown]),
    ...refusals(desired, item, changed),
  ];
}

function retag({ spec, mark }: Wish, item: Volume, changed: readonly Change[]): readonly Step[] {
  if (changed.length === 0 || mark === null) return [];
  const body = { tags: tagsToSend(spec.tags, item.tags, mark) };
  return [call('Tag', put(one(item), body), changed, { answers: 'item' })];
}

function relabel(item: Volume, changed: readonly Change[]): readonly Step[] {
  const [change] = changed;
  if (change === undefined) return [];
  const loses = 'the device path changes with the label: mounts that use the old path fail';
  return [call('Relabel', put(one(item), { label: change.to }), changed, { effect: 'disrupts', loses, answers: 'item' })];
}

function grow(item: Volume, changed: readonly Change[]): readonly Step[] {
  const size = changed[0]?.to;
  if (typeof size !== 'number' || size < item.size) return [];
  const resize = call('Resize', post(path(volumes.resize.path, { volumeId: item.id }), { size }), changed, { answers: 'item' });
  return item.status === 'active' ? [resize] : inOrder(wait(`the volume to be active before it grows (it is ${item.status})`), resize);
}

function refusals({ spec, mark }: Wish, item: Volume, changed: readonly Change[]): readonly Step[] {
  const [tags] = mark === null ? among(changed, 'tags') : [];
  const [size] = spec.size !== undefined && spec.size < item.size ? among(changed, 'size') : [];
  const [region] = among(changed, 'region');
  return [
    ...(tags ? [refuse('spec.tags', 'this credential may not tag: use one of an unrestricted user, or leave the tags out', tags)] : []),
    ...(size ? [refuse('spec.size', `a volume cannot shrink (has ${item.size} GiB)`, size)] : []),
    ...(region ? [refuse('spec.region', `a volume cannot change region (is in ${item.region})`, region)] : []),
  ];
}

const one = (item: Volume): string => path(volumes.update.path, { volumeId: item.id });

/** Steps that delete the volume: first it has to be attached nowhere. Source: volumes#delete. */
export function removeVolume(desired: Wish, { item }: Seen, recorded: Past): readonly Step[] {
  const loses = 'all that is stored on the volume; this cannot be undone';
  const gone = call('Delete', del(path(volumes.delete.path, { volumeId: item.id })), [], { effect: 'destroys', loses });
  if (item.status === 'creating') return inOrder(wait('the volume to be created before it is deleted'), gone);
  return inOrder(detach(desired, item, recorded), gone);
}

/** Takes the object's mark off a volume that stays in the account. */
export function unmarkVolume({ item }: Seen, mark: string): readonly Step[] {
  if (!item.tags.includes(mark)) return [];
  const write = put(one(item), { tags: tagsWithout(mark, item.tags) });
  return [call('Unmark', write, [{ field: 'mark', from: mark, to: null }], { answers: 'item' })];
}
