import { path } from '../../../api/endpoint.ts';
import { instanceActions } from '../../../api/instance-actions.ts';
import { instances } from '../../../api/instances.ts';
import { post } from '../../../model/request.ts';
import { call, type Step, wait } from '../../../model/step.ts';
import type { Desired, Observed, Recorded } from '../types.ts';
import { profileNamed } from './profiles/fields.ts';

/** Whether power can be changed: only from rest. `stopped` is the service's own doing, every other
 *  word is on its way. */
export const isAtRest = (status: string): boolean => status === 'running' || status === 'offline';

/** Whether the instance ran when its plan was changed, and was not seen running since. It is booted
 *  when the resize ended, with or without the new plan. */
export const isToRunAgain = (
  { spec }: Desired,
  { item }: Observed,
  { bootsAfterResize }: Recorded,
): boolean =>
  bootsAfterResize === true &&
  spec.booted !== false &&
  !(item.status === 'running' && hasItsPlan(spec, item));

const hasItsPlan = ({ type }: Desired['spec'], item: Observed['item']): boolean =>
  type === undefined || type === item.type;

/** Steps that bring the power to what `booted` says; where it says nothing, none but those that
 *  boot what a resize turned off, be it that the resize failed and is refused since. Source:
 *  compute#status; compute#power. */
export function powerSteps(
  desired: Desired,
  observed: Observed,
  recorded: Recorded,
): readonly Step[] {
  const { item } = observed;
  const booted =
    desired.spec.booted ?? (isToRunAgain(desired, observed, recorded) ? true : undefined);
  if (booted === undefined) return [];
  if (!isAtRest(item.status))
    return [wait(`the instance to be running or offline (it is ${item.status})`)];
  const changes = [{ field: 'booted', from: !booted, to: booted }];
  if (booted === (item.status === 'running')) return [];
  if (!booted) {
    const loses = 'the instance shuts down, and its workloads stop';
    return [
      call('Shutdown', post(path(instances.shutdown.path, { computeId: item.id })), changes, {
        effect: 'disrupts',
        loses,
      }),
    ];
  }
  const profile = bootProfile(desired, observed, recorded);
  if (profile.missing !== undefined) return [wait(profile.missing)];
  return [
    call(
      'Boot',
      post(path(instanceActions.boot.path, { computeId: item.id }), { config_id: profile.id }),
      changes,
    ),
  ];
}

/** Which profile to boot: the one that the spec names; without one the service picks the only one,
 *  or the one booted last. `missing`: what there has to be first. */
export function bootProfile(
  { spec }: Desired,
  { item, details }: Observed,
  recorded: Recorded,
): { readonly id?: number; readonly missing?: string } {
  const stored = details.configs;
  if (spec.bootConfig !== undefined) {
    const id = stored
      ? profileNamed(spec.bootConfig, stored, recorded)?.id
      : recorded.configs?.find(({ label }) => label === spec.bootConfig)?.id;
    if (id !== undefined) return { id };
    return {
      missing: stored
        ? `the profile ${spec.bootConfig}, which the instance does not have`
        : 'a read of the profiles of the instance',
    };
  }
  const known = stored ?? recorded.configs;
  if (item.image !== null || (known !== undefined && known.length > 0)) return {};
  return {
    missing: stored
      ? 'a profile to boot: the instance has neither image nor profiles'
      : 'a read of the profiles of the instance',
  };
}
