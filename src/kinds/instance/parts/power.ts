import { path } from '../../../api/endpoint.ts';
import { instanceActions } from '../../../api/instance-actions.ts';
import { instances } from '../../../api/instances.ts';
import { post } from '../../../model/request.ts';
import { call, type Step, wait } from '../../../model/step.ts';
import type { Desired, Observed, Recorded } from '../types.ts';
import { profileNamed } from './profiles/fields.ts';

/** Reports whether power can be changed: only in a stable status. The service sets `stopped`; every
 *  other status is transient. */
export const isAtRest = (status: string): boolean => status === 'running' || status === 'offline';

/** Reports whether the instance ran before a resize, and was not seen running since. It is booted
 *  after the resize, with or without the new plan. */
export const isToRunAgain = ({ spec }: Desired, { item }: Observed, recorded: Recorded): boolean =>
  recorded.item?.bootsAfterResize === true &&
  spec.booted !== false &&
  !(item.status === 'running' && hasItsPlan(spec, item));

const hasItsPlan = ({ type }: Desired['spec'], item: Observed['item']): boolean =>
  type === undefined || type === item.type;

/** Returns the steps that bring the power to `booted`; where it is unset, only those that boot
 *  after a resize, even a failed one that is refused since. Source: compute#status;
 *  compute#power. */
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
  const { id, missing } = bootProfile(desired, observed, recorded);
  const picks = isToRunAgain(desired, observed, recorded) && canPickProfile(desired, observed);
  if (missing !== undefined && !picks) return [wait(missing)];
  return [
    call(
      'Boot',
      post(path(instanceActions.boot.path, { computeId: item.id }), { config_id: id }),
      changes,
    ),
  ];
}

/** Reports whether the service can pick a profile for an instance that ran before a resize: a
 *  missing profile does not leave it off. It picks the last booted one where the spec declares
 *  none. Source: compute#power. */
const canPickProfile = ({ spec }: Desired, { item, details: { configs } }: Observed): boolean =>
  Array.isArray(configs)
    ? item.image !== null || configs.length > 0
    : configs === undefined && (spec.bootConfig ?? spec.configs) === undefined;

/** Selects the profile to boot: the one in `bootConfig`, else the only one in `configs`, or the
 *  only one of the instance while that does not exist; otherwise the service picks the last booted
 *  one. `missing`: the prerequisite. Source: compute#power. */
export function bootProfile(
  { spec: { bootConfig, configs } }: Desired,
  { item, details }: Observed,
  recorded: Recorded,
): { readonly id?: number; readonly missing?: string } {
  const stored = details.configs;
  const idOf = (label: string): number | undefined =>
    stored
      ? profileNamed(label, stored, recorded)?.id
      : recorded.configs?.find((one) => one.label === label)?.id;
  const [only] = configs?.length === 1 ? configs : [];
  const wanted = bootConfig ?? only?.label;
  const id = wanted === undefined ? undefined : idOf(wanted);
  if (id !== undefined) return { id };
  if (bootConfig !== undefined)
    return {
      missing: stored
        ? `the profile ${bootConfig}, which the instance does not have`
        : 'a read of the profiles of the instance',
    };
  if (only !== undefined && stored?.length === 1 && stored[0] !== undefined)
    return { id: stored[0].id };
  const known = stored ?? recorded.configs;
  if (item.image !== null || (known !== undefined && known.length > 0)) return {};
  return {
    missing: stored
      ? 'a profile to boot: the instance has neither image nor profiles'
      : 'a read of the profiles of the instance',
  };
}
