import { z } from 'zod';
import { Config, configs } from '../../../api/configs.ts';
import { path } from '../../../api/endpoint.ts';
import { Instance, instances } from '../../../api/instances.ts';
import type { Volume } from '../../../api/volumes.ts';
import type { Desired } from '../../../model/kind.ts';
import type { Read } from '../../../model/request.ts';
import { refuse, type Step, wait } from '../../../model/step.ts';
import type { VolumeSpec } from '../spec.ts';

const Target = Instance.pick({ id: true, region: true });
const Profile = Config.pick({ id: true });

/** What is read before a volume leaves one instance for another: the instance that it is to come to, and its profiles. */
export interface Details {
  readonly target: z.infer<typeof Target>;
  readonly profiles: readonly z.infer<typeof Profile>[];
}

type Reads = { readonly [K in keyof Details]: Read<Details[K]> | null };

const mayFail = ['NotFound', 'NotYet', 'Denied'] as const;

/** What is read of the instance that a volume is to move to; nothing while it does not move. Source: volumes#attach. */
export function targetOf({ spec: { instanceId } }: Pick<Desired<VolumeSpec>, 'spec'>, item: Volume): Reads {
  if (instanceId === undefined || item.compute_id === null || item.compute_id === instanceId) return { target: null, profiles: null };
  return {
    target: { path: path(instances.view.path, { computeId: instanceId }), schema: Target, paged: false, mayFail },
    profiles: { path: path(configs.list.path, { computeId: instanceId }), schema: z.array(Profile), paged: true, mayFail },
  };
}

/** What speaks against an attachment to the instance that the spec names, so that the volume stays where it is: another region, no profile, or an instance
 *  that is not seen. Source: volumes#attach. */
export function obstacleTo({ spec }: Desired<VolumeSpec>, item: Volume, { target, profiles }: Partial<Nullable<Details>>): Step | null {
  const { instanceId, configId, persistAcrossBoots } = spec;
  const from = `before the volume leaves instance ${item.compute_id}`;
  if (target === undefined || profiles === undefined) return wait(`a look at instance ${instanceId} ${from}`);
  if (target === null) return wait(`instance ${instanceId}, which the service does not show, ${from}`, SLOW_MS);
  if (target.region !== item.region) {
    const reason = `instance ${instanceId} is in region ${target.region}, and the volume is in ${item.region}`;
    return refuse('spec.instanceId', reason, { field: 'instanceId', from: item.compute_id, to: instanceId });
  }
  if (persistAcrossBoots === false) return null;
  if (configId !== undefined && profiles?.some(({ id }) => id === configId) !== true) {
    return wait(`profile ${configId} of instance ${instanceId} ${from}`, SLOW_MS);
  }
  return profiles === null || profiles.length === 0 ? wait(`a profile of instance ${instanceId} ${from}`, SLOW_MS) : null;
}

type Nullable<T> = { readonly [K in keyof T]: T[K] | null };

const SLOW_MS = 30_000;
