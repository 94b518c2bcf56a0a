import { z } from 'zod';
import { Config, configs } from '../../../api/configs.ts';
import { path } from '../../../api/endpoint.ts';
import { Instance, instances } from '../../../api/instances.ts';
import { type Volume, volumes } from '../../../api/volumes.ts';
import { inOrder } from '../../../model/chain.ts';
import { post, type Read } from '../../../model/request.ts';
import { call, refuse, type Step, wait } from '../../../model/step.ts';
import { ATTACHED_TO, instanceOf, isFree } from '../fields.ts';
import type { Desired, Details, Observed, Recorded } from '../types.ts';

const Target = Instance.pick({ id: true, region: true });
const Profile = Config.pick({ id: true });

type Reads = { readonly [K in keyof Details]: Read<Details[K]> | null };

const mayFail = ['NotFound', 'NotYet', 'Denied'] as const;

/** Reads the instance that a volume is to move to; nothing while it does not move. Source:
 *  volumes#attach. */
export function targetOf({ spec }: Pick<Desired, 'spec'>, item: Volume): Reads {
  const instanceId = instanceOf(spec);
  if (instanceId === undefined || item.compute_id === null || item.compute_id === instanceId)
    return { target: null, profiles: null };
  return {
    target: {
      path: path(instances.view.path, { computeId: instanceId }),
      schema: Target,
      paged: false,
      mayFail,
    },
    profiles: {
      path: path(configs.list.path, { computeId: instanceId }),
      schema: z.array(Profile),
      paged: true,
      mayFail,
    },
  };
}

/** Returns the obstacle to an attachment to the instance in the spec, which keeps the volume in
 *  place: another region, no profile, or an instance that cannot be read. Source:
 *  volumes#attach. */
function obstacleTo(
  { spec }: Desired,
  item: Volume,
  { target, profiles }: Partial<Nullable<Details>>,
): Step | null {
  const instanceId = instanceOf(spec);
  const { configId, persistAcrossBoots } = spec.attachment ?? {};
  const from = `before the volume leaves instance ${item.compute_id}`;
  if (target === undefined || profiles === undefined)
    return wait(`a read of instance ${instanceId} ${from}`);
  if (target === null)
    return wait(`instance ${instanceId}, which the service does not return, ${from}`, SLOW_MS);
  if (target.region !== item.region) {
    const reason = `instance ${instanceId} is in region ${target.region}, and the volume is in ${item.region}`;
    return refuse('spec.attachment.instanceRef', reason, {
      field,
      from: item.compute_id,
      to: instanceId,
    });
  }
  if (persistAcrossBoots === false) return null;
  if (configId !== undefined && profiles?.some(({ id }) => id === configId) !== true) {
    return wait(`profile ${configId} of instance ${instanceId} ${from}`, SLOW_MS);
  }
  return profiles === null || profiles.length === 0
    ? wait(`a profile of instance ${instanceId} ${from}`, SLOW_MS)
    : null;
}

type Nullable<T> = { readonly [K in keyof T]: T[K] | null };

const SLOW_MS = 30_000;

const field = ATTACHED_TO;

/** The items on which an attachment depends. */
export const INSTANCE = 'the instance and its profiles';

/** Returns the steps that attach the volume to the instance in the spec, or to none. The service
 *  checks region, profile, memory and status of the instance, and its refusal is retried. A volume
 *  leaves another instance only for one of its region with a profile. Source: volumes#attach. */
export function attach(
  desired: Desired,
  { item, details }: Observed,
  recorded: Recorded,
): readonly Step[] {
  const instanceId = instanceOf(desired.spec);
  const { configId, persistAcrossBoots } = desired.spec.attachment ?? {};
  const away = detach(desired, item, recorded);
  if (instanceId === undefined) return away;
  const leaves = away.some(({ type }) => type === 'call');
  const obstacle =
    leaves && item.compute_id !== instanceId ? obstacleTo(desired, item, details) : null;
  if (obstacle !== null) return [obstacle];
  const body = {
    compute_id: instanceId,
    config_id: configId,
    persist_across_boots: persistAcrossBoots,
  };
  const made = call(
    'Attach',
    post(path(volumes.attach.path, { volumeId: item.id }), body),
    [{ field, from: null, to: instanceId }],
    {
      answers: 'item',
      leansOn: INSTANCE,
    },
  );
  return item.status === 'creating'
    ? inOrder(wait('the volume to be created before it is attached'), made)
    : inOrder(away, made);
}

/** Returns the steps that detach the volume. An attachment made by others is removed only with mode
 *  Detached. */
export function detach({ spec }: Desired, item: Volume, recorded: Recorded): readonly Step[] {
  const from = item.compute_id;
  if (from === null) return [];
  const released = wait(`instance ${from} to release the volume`);
  if (!isFree(spec) && from !== recorded.item?.attachedTo && from !== instanceOf(spec)) {
    return [
      wait(
        `instance ${from} to release the volume, which was attached outside the cluster: detach it there, or set spec.attachment.mode to Detached`,
        OUTSIDE_RECHECK_MS,
      ),
    ];
  }
  const loses = 'mounted file systems of the volume are disconnected';
  const write = post(path(volumes.detach.path, { volumeId: item.id }));
  return inOrder(
    call('Detach', write, [{ field, from, to: null }], { effect: 'disrupts', loses }),
    released,
  );
}

const OUTSIDE_RECHECK_MS = 60_000;
