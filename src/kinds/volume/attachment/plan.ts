import { path } from '../../../api/endpoint.ts';
import { type Volume, volumes } from '../../../api/volumes.ts';
import { inOrder } from '../../../model/chain.ts';
import type { Desired, Observed, Recorded } from '../../../model/kind.ts';
import { post } from '../../../model/request.ts';
import { call, type Step, wait } from '../../../model/step.ts';
import type { VolumeSpec } from '../spec.ts';
import type { VolumeStatus } from '../status.ts';
import { type Details, obstacleTo } from './target.ts';

type Wish = Desired<VolumeSpec>;
type Past = Recorded<VolumeStatus>;

const field = 'instanceId';

/** What decides whether a volume can be attached. */
export const INSTANCE = 'the instance and its profiles';

/** Steps that bring the volume to the instance that the spec names, or to none. The service says whether region, profile, memory and state of the instance allow
 *  it, and its refusal is waited for. A volume leaves another instance only for one of its region with a profile. Source: volumes#attach. */
export function attach(desired: Wish, { item, details }: Observed<Volume, Details>, recorded: Past): readonly Step[] {
  const { instanceId, configId, persistAcrossBoots } = desired.spec;
  const away = detach(desired, item, recorded);
  if (instanceId === undefined) return away;
  const leaves = away.some(({ type }) => type === 'call');
  const obstacle = leaves && item.compute_id !== instanceId ? obstacleTo(desired, item, details) : null;
  if (obstacle !== null) return [obstacle];
  const body = { compute_id: instanceId, config_id: configId, persist_across_boots: persistAcrossBoots };
  const made = call('Attach', post(path(volumes.attach.path, { volumeId: item.id }), body), [{ field, from: null, to: instanceId }], {
    answers: 'item',
    leansOn: INSTANCE,
  });
  return item.status === 'creating' ? inOrder(wait('the volume to be created before it is attached'), made) : inOrder(away, made);
}

/** Steps after which the volume is attached nowhere. An attachment that somebody else made is undone only where the spec says `detached`. */
export function detach({ spec }: Wish, item: Volume, recorded: Past): readonly Step[] {
  const from = item.compute_id;
  if (from === null) return [];
  const released = wait(`instance ${from} to release the volume`);
  if (spec.detached !== true && from !== recorded.attachedTo && from !== spec.instanceId) {
    return [
      wait(
        `instance ${from} to release the volume, which was attached there outside: detach it there, or set spec.detached`,
        OUTSIDE_RECHECK_MS,
      ),
    ];
  }
  const loses = 'file systems of the volume that are mounted are cut off';
  const write = post(path(volumes.detach.path, { volumeId: item.id }));
  return inOrder(call('Detach', write, [{ field, from, to: null }], { effect: 'disrupts', loses }), released);
}

const OUTSIDE_RECHECK_MS = 60_000;
